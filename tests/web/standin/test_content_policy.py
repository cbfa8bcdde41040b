# SPDX-License-Identifier: MIT
"""Code injected into the page can neither run nor send anything away.

That the page itself works under this policy is seen by all other tests: a Page that is closed has
had no complaint of the browser's.
"""

import pytest

# Another origin than that of the page, which comes from localhost.
ELSEWHERE = "http://127.0.0.1:9/"
ATTEMPTS = {
    "script-src-elem": "document.body.append(Object.assign("
                       "document.createElement('script'), { textContent: 'window.ran = true' }))",
    "script-src-attr": "document.body.setAttribute('onclick', 'window.ran = true'); "
                       "document.body.click()",
    "script-src": "eval('window.ran = true')",
    "style-src-attr": "document.body.setAttribute('style', 'opacity: 0')",
    "connect-src": f"fetch('{ELSEWHERE}')",
    "img-src": f"new Image().src = '{ELSEWHERE}picture.png'",
}
# Out of the way of the driver, to which more is allowed. A Promise of the directive that refused,
# or of nothing when none did in that time.
TRIED = """() => new Promise((done) => {{
  setTimeout(done, 30_000, "nothing");
  document.addEventListener("securitypolicyviolation", (event) => done(event.effectiveDirective));
  setTimeout(() => {{ {} }});
}})"""


@pytest.fixture
def page(open_page):
    page = open_page(started=False)
    yield page
    page.errors.clear()


def test_what_is_not_the_pages_own_is_refused(page):
    refused = {directive: page.page.evaluate(TRIED.format(attempt))
               for directive, attempt in ATTEMPTS.items()}
    assert refused == {directive: directive for directive in ATTEMPTS}
    assert page.page.evaluate("window.ran") is None
