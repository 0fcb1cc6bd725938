"""scikit-learn and the boosted trees used with it."""

from __future__ import annotations

from app.shapes.comparisons import Equal, Rank
from app.shapes.family import FamilyRow, actual, expected, given, left, limit, model, right
from app.shapes.limits import AtLeast, NoNumbers

SKLEARN: tuple[FamilyRow, ...] = (
    FamilyRow(
        id="sklearn.features",
        requirement="requires.fitted-features",
        requires="got == want",
        sides=(given("got"), model("want", "estimator")),
        solver=Equal("got", "want"),
        reads=(
            "X has {got} features, but {estimator:word} is expecting {want} features as input",
            "X has {got} features per sample; expecting {want}",
            "Model n_features is {want} and input n_features is {got}",
            "Number of features {got} does not match previous data {want}",
            "X.shape[1] = {got} should be equal to {want}, the number of features at training time",
            "X.shape[1] == {got} while Y.shape[1] == {want}",
            "X has a different shape than during fitting",
        ),
        sample="X has 31 features, but StandardScaler is expecting 19 features as input.",
        near_miss="X has 31 features",
    ),
    FamilyRow(
        id="sklearn.samples",
        requirement="requires.samples",
        requires="samples[0] == samples[1]",
        sides=(left("first"), right("second")),
        solver=Equal("first", "second"),
        reads=("Found input variables with inconsistent numbers of samples: [{*samples}]",),
        sample="Found input variables with inconsistent numbers of samples: [4305684, 1435228]",
        near_miss="Found input variables with inconsistent numbers of samples",
        derive=(("first", "samples[0]"), ("second", "samples[1]")),
    ),
    FamilyRow(
        id="sklearn.samples-bare",
        requirement="requires.samples",
        requires="",
        sides=(),
        solver=NoNumbers(),
        reads=("Found input variables with inconsistent numbers of samples",),
        sample="Found input variables with inconsistent numbers of samples",
        near_miss="Found input variables",
    ),
    FamilyRow(
        id="sklearn.rank",
        requirement="requires.rank",
        requires="got <= want",
        sides=(given("got"), expected("want", "estimator")),
        solver=Rank("want", "got"),
        reads=("Found array with dim {got}. {estimator:word} expected <= {want}",),
        sample="Found array with dim 3. StandardScaler expected <= 2.",
        near_miss="Found array with dim 3.",
    ),
    FamilyRow(
        id="sklearn.rank-one",
        requirement="requires.rank",
        requires="got == want",
        sides=(given("got"), expected("want")),
        solver=Rank("want", "got"),
        reads=("Expected {want}D array, got {got}D array instead",),
        sample="Expected 2D array, got 1D array instead:",
        near_miss="Expected 2D array",
    ),
    FamilyRow(
        id="sklearn.column",
        requirement="requires.class-ids",
        requires="len(got) == 1",
        sides=(given("got"),),
        solver=Rank(1, "got"),
        reads=(
            "y should be a 1d array, got an array of shape ({*got}) instead",
            "bad input shape ({*got})",
        ),
        sample="y should be a 1d array, got an array of shape (100, 3) instead.",
        near_miss="y should be a 1d array",
    ),
    FamilyRow(
        id="sklearn.labels",
        requirement="requires.samples",
        requires="labels == samples",
        sides=(
            given("labels"),
            expected("samples"),
        ),
        solver=Equal("labels", "samples"),
        reads=("Number of labels={labels} does not match number of samples={samples}",),
        sample="Number of labels=100 does not match number of samples=120",
        near_miss="Number of labels=100",
    ),
    FamilyRow(
        id="sklearn.classes",
        requirement="requires.columns",
        requires="classes == names",
        sides=(
            actual("classes"),
            given("names"),
        ),
        solver=Equal("classes", "names"),
        reads=("Number of classes, {classes}, does not match size of target_names, {names}",),
        sample="Number of classes, 4, does not match size of target_names, 3. Try specifying the labels "
        "parameter",
        near_miss="Number of classes, 4",
    ),
    FamilyRow(
        id="sklearn.too-few-samples",
        requirement="requires.minimum",
        requires="got >= want",
        sides=(given("got"), limit("want")),
        solver=AtLeast("got", "want"),
        reads=(
            "Found array with {got} sample(s) (shape=({*shape})) while a minimum of {want} is required",
            "n_samples={got} should be >= n_clusters={want}",
        ),
        sample="Found array with 0 sample(s) (shape=(0, 12)) while a minimum of 1 is required.",
        near_miss="Found array with 0 sample(s)",
    ),
    FamilyRow(
        id="boosting.features",
        requirement="requires.fitted-features",
        requires="got == want",
        sides=(given("got"), model("want")),
        solver=Equal("got", "want"),
        reads=(
            "learner_model_param->num_feature ({got} vs. {want}) : Number of columns",
            "Feature shape mismatch, expected: {want}, got {got}",
            "The number of features in data ({got}) is not the same as it was in training data ({want})",
        ),
        sample="Check failed: m->NumColumns() == model.learner_model_param->num_feature (1 vs. 128) : "
        "Number of columns in data must equal to trained model.",
        near_miss="Number of columns in data must equal to trained model",
    ),
)
