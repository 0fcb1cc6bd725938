"""What people come for, by mouse, by keyboard and without scripts."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import FIRST_REPORT, MLA, picture

Visit = Callable[..., Page]
CLIPBOARD = ["clipboard-read", "clipboard-write"]


def test_from_a_paste_to_the_fix_in_one_click(visit: Visit) -> None:
    """Paste, one click, and the work-around is there to copy; the article is one click more."""
    page = visit("/", permissions=CLIPBOARD)
    expect(page.get_by_label("Log, traceback or error message")).to_be_focused()
    page.keyboard.insert_text(FIRST_REPORT)
    page.get_by_role("button", name="Find the cause").click()
    expect(page.locator(".error b")).to_have_text(["576", "1343488"])
    expect(page.get_by_text("Cause found")).to_be_visible()
    command = page.locator(".copyable", has_text="--enforce-eager").first
    command.get_by_role("button", name="Copy").click()
    expect(command.get_by_role("button", name="Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == "vllm serve MODEL --kv-cache-dtype fp8 --enforce-eager"
    page.locator("h2 a").first.click()
    expect(page).to_have_url(f"{page.url.split('/articles')[0]}/articles/{MLA}")
    page.go_back()
    expect(page.get_by_text("Cause found")).to_be_visible()  # not "send the form again?"


def test_a_wrong_number_is_not_the_same_fault(visit: Visit) -> None:
    """1343487 is no multiple of 32 · 64: the article is not claimed."""
    page = visit("/")
    page.get_by_label("Log, traceback or error message").fill(FIRST_REPORT.replace("1343488", "1343487"))
    page.get_by_role("button", name="Find the cause").click()
    expect(page.get_by_role("heading", name="Diagnosis")).to_be_visible()
    expect(page.get_by_text("Cause found")).to_have_count(0)


@pytest.mark.parametrize("text", ["", "How do I install vllm? We have two machines."])
def test_nothing_and_prose_are_answered_with_what_would_help(visit: Visit, text: str) -> None:
    """An empty paste and a sentence are no match; what would help is said, and the box is there again."""
    page = visit("/")
    page.get_by_label("Log, traceback or error message").fill(text)
    page.get_by_role("button", name="Find the cause").click()
    expect(page.get_by_role("heading", name="Too little to name a cause")).to_be_visible()
    expect(page.locator(".note.warn")).to_be_visible()
    expect(page.get_by_label("Log, traceback or error message")).to_be_focused()


def test_a_file_and_a_long_paste_go_by_upload(visit: Visit) -> None:
    """A chosen file is read; what would freeze the text box becomes a file."""
    page = visit("/")
    log = ("INFO all is well\n" * 20_000 + FIRST_REPORT).encode()
    page.locator("input[type=file]").set_input_files(
        {"name": "vllm.log", "mimeType": "text/plain", "buffer": log}
    )
    expect(page.locator("[data-status]")).to_contain_text("vllm.log")
    page.get_by_role("button", name="Find the cause").click()
    expect(page.locator(".error b").first).to_have_text("576")

    page.goto("/")
    page.evaluate(
        """text => {
            const data = new DataTransfer();
            data.setData("text/plain", text);
            document.querySelector("textarea").dispatchEvent(
                new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true}));
        }""",
        log.decode(),
    )
    expect(page.locator("[data-status]")).to_contain_text("paste.log")
    expect(page.get_by_label("Log, traceback or error message")).to_have_value("")


HANDED_IN = """([kind, text]) => {
    const data = new DataTransfer();
    if (kind === "paste") data.setData("text/plain", text);
    else data.items.add(new File([text], "vllm.log", {type: "text/plain"}));
    document.querySelector("h1").dispatchEvent(kind === "paste"
        ? new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true})
        : new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
}"""


@pytest.mark.parametrize("kind", ["paste", "drop"])
def test_what_misses_the_box_goes_into_it(visit: Visit, kind: str) -> None:
    """A paste while nothing is focused, a file dropped beside the box; the answer waits with a bar."""
    page = visit("/")
    page.evaluate("document.activeElement.blur()")
    page.evaluate(HANDED_IN, [kind, FIRST_REPORT])
    page.evaluate(
        "addEventListener('pagehide', () => sessionStorage.bars = document.querySelectorAll('progress').length)"
    )
    page.get_by_role("button", name="Find the cause").click()
    expect(page.get_by_text("Cause found")).to_be_visible()
    assert page.evaluate("sessionStorage.bars") == "1"


def test_search_in_chinese_narrow_and_land_on_the_section(visit: Visit) -> None:
    """Suggestions while typing, facets with counts, marks, a section to land on."""
    page = visit("/zh/")
    page.keyboard.press("Tab")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("/")
    box = page.get_by_role("combobox")
    expect(box).to_be_focused()
    box.press_sequentially("显存")
    expect(page.get_by_role("listbox")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("listbox")).to_be_hidden()
    page.keyboard.press("Enter")
    expect(page.locator("mark", has_text="显存").first).to_be_visible()
    before = page.locator(".listing > li").count()
    page.get_by_role("complementary").get_by_role("link", name="vLLM", exact=True).click()
    assert "software=vllm" in page.url
    assert 0 < page.locator(".listing > li").count() <= before
    page.goto("/zh/search?q=determine_available_memory")
    page.locator(".listing a").first.click()
    assert "#" in page.url
    fragment = page.url.split("#")[1]
    expect(page.locator(f"#{fragment}")).to_be_in_viewport()


def test_a_suggestion_is_followed_by_keyboard(visit: Visit) -> None:
    """Arrow and Enter."""
    page = visit("/")
    page.get_by_role("combobox").press_sequentially("vllm")
    expect(page.get_by_role("option").first).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("option").first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    page.wait_for_url("**/articles/*")


def test_the_language_switch_stays_on_the_page(visit: Visit) -> None:
    """Both ways, with the query."""
    page = visit(f"/articles/{MLA}")
    page.get_by_role("link", name="中文").click()
    page.wait_for_url(f"**/zh/articles/{MLA}")
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    page.get_by_role("link", name="English").click()
    page.wait_for_url(f"**/articles/{MLA}")
    page.goto("/zh/search?q=vllm")
    page.get_by_role("link", name="English").first.click()
    page.wait_for_url("**/search?q=vllm")


@pytest.mark.parametrize("scripts", [True, False])
def test_an_answer_is_read_in_the_other_language(visit: Visit, scripts: bool) -> None:
    """The paste goes along, and so does the address of a shared report."""
    page = visit("/", java_script_enabled=scripts)
    page.get_by_label("Log, traceback or error message").fill(FIRST_REPORT)
    page.get_by_role("button", name="Find the cause").click()
    page.get_by_role("button", name="中文").click()
    expect(page.get_by_text("已找到原因")).to_be_visible()
    page.get_by_role("button", name="English").click()
    page.get_by_text("Share this result").click()
    page.get_by_role("button", name="Make an address for it").click()
    page.get_by_role("link", name="Open it").click()
    page.get_by_role("link", name="中文").click()
    expect(page.get_by_text("已找到原因")).to_be_visible()
    page.get_by_role("link", name="English").click()
    expect(page.get_by_text("Cause found")).to_be_visible()


def test_a_chinese_browser_arrives_at_the_chinese_home(visit: Visit) -> None:
    """Only on arrival: who then asks for English gets English."""
    page = visit("/", locale="zh-CN")
    page.wait_for_url("**/zh/")
    page.get_by_role("link", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_share_and_delete(visit: Visit) -> None:
    """Previewed without secrets, shared only on request, readable by its address, gone after deleting."""
    page = visit("/")
    page.get_by_label("Log, traceback or error message").fill(f"HF_TOKEN=hf_{'a' * 34}\n{FIRST_REPORT}")
    page.get_by_role("button", name="Find the cause").click()
    page.get_by_text("Share this result").click()
    expect(page.locator(".preview")).to_contain_text("redacted")
    expect(page.locator(".preview")).not_to_contain_text("hf_aaaa")
    page.get_by_role("button", name="Make an address for it").click()
    address = page.locator("pre").first.inner_text()
    assert address.startswith(page.url.removesuffix("share") + "r/")
    delete = page.get_by_role("button", name="Delete it now")
    reader = page.context.new_page()
    reader.goto(address)
    expect(reader.locator(".error b").first).to_have_text("576")
    expect(reader.locator("meta[name=robots]")).to_have_attribute("content", "noindex")
    delete.click()
    expect(page.get_by_role("heading", name="The report is deleted")).to_be_visible()
    assert reader.request.get(address).status == 410


def test_a_vote_is_counted_and_thanked(visit: Visit) -> None:
    """Yes or no, one click."""
    page = visit(f"/articles/{MLA}")
    page.get_by_role("button", name="Yes, it runs").click()
    expect(page.get_by_text("Thank you: it is counted.")).to_be_visible()


VOTES = [
    ("", "No", "What was missing?", "Send", "Thank you: the operator of this site will read it.", True),
    (
        "",
        "Yes, it runs",
        "What was missing?",
        "Send",
        "Thank you: the operator of this site will read it.",
        False,
    ),
    ("/zh", "没有", "缺了什么？", "提交", "谢谢，本站运维者会看到。", False),
]


@pytest.mark.parametrize(("prefix", "answer", "asked", "send", "thanks", "scripts"), VOTES)
def test_a_vote_may_say_what_was_missing(
    visit: Visit, prefix: str, answer: str, asked: str, send: str, thanks: str, scripts: bool
) -> None:
    """With and without scripts, in both languages."""
    page = visit(f"{prefix}/articles/{MLA}", java_script_enabled=scripts)
    page.get_by_role("button", name=answer).click()
    page.get_by_label(asked).fill("the ROCm flags\nand the image")
    picture(page, f"vote{prefix.replace('/', '-')}-{answer}")
    page.get_by_role("button", name=send).click()
    expect(page.get_by_text(thanks)).to_be_visible()
    expect(page.get_by_label(asked)).to_have_count(0)


def test_error_texts_are_filtered_while_typing(visit: Visit) -> None:
    """And each leads to its causes."""
    page = visit("/signatures")
    every = page.locator("[data-filter]").count()
    expect(page.get_by_label("Filter")).to_be_focused()
    page.keyboard.type("torch mat1 mat2")  # its family is searched too
    shown = page.locator("[data-filter]:visible")
    assert 0 < shown.count() < every
    shown.first.get_by_role("link").click()
    expect(page.get_by_role("heading", level=3).first).to_be_visible()


def test_the_workbench_does_the_arithmetic(visit: Visit) -> None:
    """A message or bare shapes."""
    page = visit("/shapes")
    page.get_by_label("Error, or shapes and sizes").fill("[32, 64, 576] 1343488")
    page.get_by_role("button", name="Do the arithmetic").click()
    expect(page.locator(".fault")).to_contain_text("656")
    expect(page.get_by_role("img").first).to_be_visible()


@pytest.mark.parametrize("path", ["/nowhere/kv-cache", "/zh/articles/no-such-article"])
def test_a_wrong_address_offers_a_search(browser: object, site: str, visit: Visit, path: str) -> None:
    """404 with the words of the address in the search box."""
    page = visit("/about")
    answer = page.request.get(path)
    assert answer.status == 404
    page.set_content(answer.text())
    assert page.locator("#again").input_value()


def test_everything_works_without_scripts(visit: Visit) -> None:
    """Paste, read, search, vote: plain forms and links; no button that does nothing."""
    page = visit("/", java_script_enabled=False)
    page.get_by_label("Log, traceback or error message").fill(FIRST_REPORT)
    page.get_by_role("button", name="Find the cause").click()
    expect(page.get_by_text("Cause found")).to_be_visible()
    expect(page.get_by_role("button", name="Copy")).to_have_count(0)
    page.locator("h2 a").first.click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.locator(".badge").first).to_be_visible()
    page.get_by_role("searchbox").fill("kv cache")
    page.get_by_role("searchbox").press("Enter")
    expect(page.locator(".listing > li").first).to_be_visible()
    for path in ("/", "/signatures", "/gpus"):
        page.goto(path)
        expect(page.locator(".scripted")).to_be_hidden()


def test_the_keyboard_alone_reaches_the_answer(visit: Visit) -> None:
    """Skip link first, then the box, send, and the first thing to copy."""
    page = visit("/about", permissions=CLIPBOARD)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()
    page.goto("/")
    expect(page.get_by_label("Log, traceback or error message")).to_be_focused()
    page.keyboard.insert_text(FIRST_REPORT)
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("Cause found")).to_be_visible()
    expect(page.get_by_role("heading", name="Diagnosis")).to_be_focused()
    for _ in range(8):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('copy')"):
            break
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
