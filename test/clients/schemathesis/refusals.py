"""What the service may refuse of requests that keep to its document: in the place of schemathesis's own check.

A document says which requests are well formed, not which of them can be carried out. So a refusal by state (422) is
accepted where the operation declares its code, and a 400 where each of its issues is a rule below, which no JSON schema
can say. Any other refusal of a request that keeps to the document is a failure.
"""

import re

import schemathesis

# Each with why it stands here.
RULES = [
    # What is supported changes with the market and with the deployment.
    r"is not a supported chain",
    r"is not what the strategy takes",
    r"is not a chain that balances are read from",
    r"must be one of 1, 10, 137",
    # Days that the calendar does not have, and the order of two moments.
    r"must be a day \(2026-03-31\)",
    r"must be an ISO 8601",
    r"must not be after to",
    r"must be (in the future|later)",
    r"must lie in the future",
    # Parameters that go with others alone.
    r"is a filter for group_by=",
    r"goes with ",
    r"has no meaning for",
    r"is required for",
    r"give (either|one)",
    # Lists are cut at their commas and trimmed, and characters have classes that not every language knows.
    r"must be 1 to \d+ values separated by commas",
    r"must be 1 to \d+ (printable )?characters",
    r"must be 0 to \d+ (printable )?characters",
    # Zero has many forms as decimal text, and digits are counted without the point.
    r"must be greater than 0",
    r"must have at most 78 digits",
    # Amounts are exact: numbers that a double cannot hold are sent as text, with as many decimals as the asset has.
    r"must be written without an exponent",
    r"may have at most 15 significant digits",
    r"must have at most \d+ decimal places",
    # Checksums, signed messages, addresses and ranges of addresses.
    r"EIP-55",
    r"EIP-4361",
    r"must be an IPv4 or IPv6 address",
    r"must be a URL, such as",
    # A search that needs the beginning of one of two things.
    r"must not contain control characters",
    r"must be the beginning of a user id",
    r"matches more than",
]
ALLOWED = re.compile("|".join(RULES))

# The caller's own doing, or a matter of what there is: no request can be known by its form to be spared these.
PASSING = {200, 201, 401, 403, 404, 429}


def is_declared(case, error):
    return error.get("code") in case.operation.definition.raw.get("x-error-codes", [])


@schemathesis.check
def refused_only_as_declared(ctx, response, case):
    meta = case.meta
    if meta is None or not meta.generation.mode.is_positive or response.status_code in PASSING:
        return None
    error = response.json().get("error", {})
    if response.status_code == 422 and is_declared(case, error):
        return None
    issues = error.get("details", {}).get("issues", [])
    if response.status_code == 400 and issues and all(ALLOWED.search(issue["message"]) for issue in issues):
        return None
    raise AssertionError(f"Refused though it keeps to the document: {response.status_code} {response.text[:600]}")
