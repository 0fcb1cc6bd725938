# needs: scikit-learn
"""Count the words of the test texts with a vectoriser that was fitted on them."""

from sklearn.feature_extraction.text import CountVectorizer
from sklearn.naive_bayes import MultinomialNB

train = ["red apple pie", "green pear tart"]
test = ["a blue car on the fast road today"]
model = MultinomialNB().fit(CountVectorizer().fit_transform(train), [0, 1])
model.predict(CountVectorizer().fit_transform(test))
