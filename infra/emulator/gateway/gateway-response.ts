import {
  compileParameter,
  compileTemplate,
  resolveTemplatePart,
  type TemplatePart,
  type VariableLookup,
} from './substitution.ts';

export interface GatewayResponseDefinition {
  responseType: string;
  statusCode?: number;
  /**
   * Header values by parameter name, such as `gatewayresponse.header.Retry-After`. A value is `'literal'` or
   * a reference.
   */
  parameters: Readonly<Record<string, string>>;
  /** Body templates by content type. */
  templates: Readonly<Record<string, string>>;
}

export interface RenderedResponse {
  statusCode: number;
  headers: [name: string, value: string][];
  body: string;
}

/** AWS's default status, error type and message of each response type. */
const RESPONSE_DEFAULTS = {
  ACCESS_DENIED: [
    403,
    'AccessDeniedException',
    'User is not authorized to access this resource with an explicit deny',
  ],
  API_CONFIGURATION_ERROR: [500, 'InternalServerErrorException', 'Internal server error'],
  AUTHORIZER_CONFIGURATION_ERROR: [500, 'AuthorizerConfigurationException', 'Internal server error'],
  AUTHORIZER_FAILURE: [500, 'AuthorizerException', 'Internal server error'],
  // AWS does not have the response type BAD_GATEWAY. The local gateway uses it to answer a malformed Lambda response.
  BAD_GATEWAY: [502, 'InternalServerErrorException', 'Internal server error'],
  BAD_REQUEST_BODY: [400, 'BadRequestException', 'Invalid request body'],
  BAD_REQUEST_PARAMETERS: [400, 'BadRequestException', 'Invalid request parameters'],
  INTEGRATION_FAILURE: [502, 'InternalServerErrorException', 'Internal server error'],
  INTEGRATION_TIMEOUT: [504, 'InternalServerErrorException', 'Endpoint request timed out'],
  INVALID_API_KEY: [403, 'ForbiddenException', 'Forbidden'],
  MISSING_AUTHENTICATION_TOKEN: [403, 'MissingAuthenticationTokenException', 'Missing Authentication Token'],
  QUOTA_EXCEEDED: [429, 'LimitExceededException', 'Limit Exceeded'],
  REQUEST_TOO_LARGE: [413, 'RequestTooLargeException', 'HTTP content length exceeded 10485760 bytes.'],
  THROTTLED: [429, 'TooManyRequestsException', 'Too Many Requests'],
  UNAUTHORIZED: [401, 'UnauthorizedException', 'Unauthorized'],
} as const satisfies Record<string, readonly [status: number, errorType: string, message: string]>;

export type ResponseType = keyof typeof RESPONSE_DEFAULTS;

interface CompiledResponse {
  statusCode: number;
  message: string;
  headers: readonly { name: string; value: TemplatePart }[];
  body: readonly TemplatePart[];
}

const HEADER_PARAMETER_PREFIX = 'gatewayresponse.header.';
const DEFAULT_TEMPLATE = '{"message":$context.error.messageString}';

function compileResponse(
  type: ResponseType,
  definitions: ReadonlyMap<string, GatewayResponseDefinition>,
): CompiledResponse {
  const [defaultStatusCode, errorType, message] = RESPONSE_DEFAULTS[type];
  // If the API does not define this response type, its DEFAULT_4XX or DEFAULT_5XX response applies.
  const definition =
    definitions.get(type) ?? definitions.get(defaultStatusCode < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX');
  const responseTemplates = Object.entries(definition?.templates ?? {});
  const chosenTemplateEntry =
    responseTemplates.find(([contentType]) => contentType === 'application/json') ?? responseTemplates[0];
  const [contentType, template] = chosenTemplateEntry ?? ['application/json', DEFAULT_TEMPLATE];
  const parameters = Object.entries(definition?.parameters ?? {})
    .filter(([name]) => name.startsWith(HEADER_PARAMETER_PREFIX))
    .map(([name, value]) => ({
      name: name.slice(HEADER_PARAMETER_PREFIX.length),
      value: compileParameter(value),
    }));
  const defaultHeaders = [
    { name: 'Content-Type', value: { literal: contentType } },
    { name: 'x-amzn-ErrorType', value: { literal: errorType } },
  ];
  const customHeaderNames = new Set(parameters.map(({ name }) => name.toLowerCase()));
  return {
    statusCode: definition?.statusCode ?? defaultStatusCode,
    message,
    headers: [
      ...defaultHeaders.filter(({ name }) => !customHeaderNames.has(name.toLowerCase())),
      ...parameters,
    ],
    body: compileTemplate(template),
  };
}

export class GatewayResponses {
  readonly #compiled: Map<string, CompiledResponse>;

  constructor(definitions: readonly GatewayResponseDefinition[]) {
    const definitionsByType = new Map(definitions.map((definition) => [definition.responseType, definition]));
    const responseTypes: ResponseType[] = [];
    for (const type in RESPONSE_DEFAULTS) if (isResponseType(type)) responseTypes.push(type);
    this.#compiled = new Map(responseTypes.map((type) => [type, compileResponse(type, definitionsByType)]));
  }

  /**
   * Renders a response that the gateway itself creates.
   *
   * @param message replaces AWS's default for `context.error.message`
   */
  render(type: ResponseType, lookUpVariable: VariableLookup, message?: string): RenderedResponse {
    const compiledResponse = this.#compiled.get(type);
    if (compiledResponse === undefined) throw new Error(`No gateway response for ${type}.`);
    const text = message ?? compiledResponse.message;
    const errorVariables: Readonly<Record<string, string>> = {
      'context.error.message': text,
      'context.error.messageString': JSON.stringify(text),
      'context.error.responseType': type,
      'context.error.validationErrorString': text,
    };
    const lookUpWithErrorVariables: VariableLookup = (variableName) =>
      errorVariables[variableName] ?? lookUpVariable(variableName);
    const headers: [string, string][] = [];
    for (const { name, value } of compiledResponse.headers) {
      const headerValue = resolveTemplatePart(value, lookUpWithErrorVariables);
      if (headerValue !== undefined) headers.push([name, headerValue]);
    }
    const body = compiledResponse.body
      .map((part) => resolveTemplatePart(part, lookUpWithErrorVariables) ?? '')
      .join('');
    return { statusCode: compiledResponse.statusCode, headers, body };
  }
}

function isResponseType(type: string): type is ResponseType {
  return Object.hasOwn(RESPONSE_DEFAULTS, type);
}
