type Json = Readonly<Record<string, unknown>>;

/** What API Gateway answers by itself, with status 200 and without a Lambda. */
export interface OwnAnswer {
  readonly description: string;
  /** Names of the headers that the answer may have. */
  readonly declared: readonly string[];
  /** Values of headers, as API Gateway's mappings write them. */
  readonly headers: Readonly<Record<string, string>>;
  /** Mapping template of the body. */
  readonly template: string;
}

/** The method of an answer that API Gateway gives by itself (a mock integration). */
export function ownAnswer({ description, declared, headers, template }: OwnAnswer): Json {
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
      // Bodies of any type count as binary, and templates are made for text.
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
