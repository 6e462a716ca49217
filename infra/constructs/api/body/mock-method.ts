type Json = Readonly<Record<string, unknown>>;

/** A response with status 200 that API Gateway returns without a Lambda. */
export interface MockResponse {
  readonly description: string;
  /** Names of all headers that the response may have. */
  readonly declared: readonly string[];
  /** Header values in the syntax of API Gateway's mappings. */
  readonly headers: Readonly<Record<string, string>>;
  /** Mapping template (VTL) that creates the response body. */
  readonly template: string;
}

export function buildMockMethod({ description, declared, headers, template }: MockResponse): Json {
  return {
    security: [],
    responses: {
      '200': {
        description,
        headers: Object.fromEntries(declared.map((name) => [name, { schema: { type: 'string' } }])),
      },
    },
    'x-amazon-apigateway-integration': {
      type: 'mock',
      requestTemplates: { 'application/json': '{"statusCode":200}' },
      passthroughBehavior: 'when_no_match',
      // The API treats all request bodies as binary. Convert them to text, because mapping templates accept
      // only text.
      contentHandling: 'CONVERT_TO_TEXT',
      responses: {
        default: {
          statusCode: '200',
          responseParameters: Object.fromEntries(
            Object.entries(headers).map(([name, value]) => [`method.response.header.${name}`, value]),
          ),
          responseTemplates: { 'application/json': template },
        },
      },
    },
  };
}
