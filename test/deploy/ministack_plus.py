"""Runs ministack with the parts of AWS that its API Gateway leaves out of an imported OpenAPI document.

These parts are the api-key source AUTHORIZER with usageIdentifierKey, methods of any verb, gateway responses, templates
of mock integrations and context.authorizer in gateway responses. With AUTH=true two mistakes of its IAM are corrected. README.md lists them.
Everything else is ministack's own.

Usage: ministack_plus.py NAME=VALUE ... (environment variables, such as GATEWAY_PORT=4617)
"""

import contextvars
import json
import os
import sys

os.environ.update(word.split("=", 1) for word in sys.argv[1:])
sys.argv[1:] = []

import ministack.core.iam_evaluator as iam  # noqa: E402
import ministack.services.apigateway_v1 as gateway  # noqa: E402

HIDDEN = "__usageIdentifierKey"
usage_key = contextvars.ContextVar("usage_key", default=None)
authorizer_context = contextvars.ContextVar("authorizer_context", default=None)


def replaces(name, module=gateway):
    """Puts the decorated function in the place of ministack's. It gets the original as its first argument."""

    def decorate(function):
        original = getattr(module, name)
        setattr(module, name, lambda *args, **more: function(original, *args, **more))
        return function

    return decorate


ANY_METHOD = "x-amazon-apigateway-any-method"
gateway._OPENAPI_HTTP_METHODS = {*gateway._OPENAPI_HTTP_METHODS, "any"}


@replaces("_import_rest_api")
def import_rest_api(original, spec, base=None):
    for methods in (spec.get("paths") or {}).values():
        if ANY_METHOD in methods:
            methods["any"] = methods.pop(ANY_METHOD)
    data = dict(base or {})
    source = spec.get("x-amazon-apigateway-api-key-source")
    if source:
        data["apiKeySource"] = source.upper()
    api = original(spec, data)
    for kind, response in (spec.get("x-amazon-apigateway-gateway-responses") or {}).items():
        answer = gateway._put_gateway_response(api, kind, response)
        if answer[0] >= 400:
            raise ValueError(f"gateway response {kind} refused: {answer[2]}")
    return api


@replaces("_import_operation")
def import_operation(original, api, resource, method, operation, *rest):
    original(api, resource, method, operation, *rest)
    integration = (operation or {}).get("x-amazon-apigateway-integration") or {}
    if (integration.get("type") or "").lower() != "mock":
        return
    stored = gateway._resources[api][resource]["resourceMethods"][method]["methodIntegration"]
    stored["requestTemplates"] = integration.get("requestTemplates", {})
    for pattern, response in (integration.get("responses") or {}).items():
        status = str(response["statusCode"])
        selection = "" if pattern == "default" else pattern
        gateway._put_method_response(api, resource, method, status, {})
        gateway._put_integration_response(api, resource, method, status, {**response, "selectionPattern": selection})


@replaces("_invoke_authorizer_lambda")
async def invoke_authorizer(original, *args, **more):
    result = await original(*args, **more)
    body = (result or {}).get("body")
    if isinstance(body, (str, bytes)):
        try:
            body = json.loads(body)
        except ValueError:
            return result
    if isinstance(body, dict) and body.get("usageIdentifierKey"):
        context = {**(body.get("context") or {}), HIDDEN: body["usageIdentifierKey"]}
        return {**result, "body": {**body, "context": context}}
    return result


def without_hidden(context):
    return {name: value for name, value in context.items() if name != HIDDEN}


@replaces("_evaluate_policy")
def evaluate_policy(original, document, arn):
    # A denial by the policy also has the context, which ministack caches beside the policy.
    for _, cached, context in list(gateway._authorizer_cache.values()):
        if cached is document:
            authorizer_context.set(without_hidden(context))
    return original(document, arn)


@replaces("_authorize_request_v1")
async def authorize(original, *args, **more):
    usage_key.set(None)
    authorizer_context.set(None)
    error, context = await original(*args, **more)
    if context is None:
        return error, context
    usage_key.set(context.get(HIDDEN))
    authorizer_context.set(without_hidden(context))
    return error, without_hidden(context)


@replaces("_check_api_key")
def check_api_key(original, method, api, stage, headers):
    if (gateway._rest_apis.get(api) or {}).get("apiKeySource") == "AUTHORIZER":
        headers = {"x-api-key": usage_key.get() or ""}
    return original(method, api, stage, headers)


@replaces("_gateway_request_value")
def gateway_request_value(original, source, request):
    prefix = "context.authorizer."
    if source.startswith(prefix):
        return (authorizer_context.get() or {}).get(source[len(prefix) :])
    return original(source, request)


@replaces("enforce", iam)
def enforce(original, access_key, action, *args, **more):
    # AWS has no permission for batches. sqs:SendMessage covers them.
    return original(access_key, "sqs:SendMessage" if action == "sqs:SendMessageBatch" else action, *args, **more)


@replaces("pin_request_origin", iam)
def pin_request_origin(original, source_ip, secure_transport):
    # The emulator uses plain HTTP, which the policies of queues and buckets reject.
    return original(source_ip, True)


if __name__ == "__main__":
    from ministack.app import main

    main()
