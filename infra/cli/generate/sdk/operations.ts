import { isRecord, type Json } from '../../../../shared/platform/documents/json-schema.ts';

/** An operation of the OpenAPI document, prepared for the SDK generator. */
export interface DocumentedOperation {
  readonly id: string;
  readonly capability: string;
  /** Method name of the SDK, such as `listApiKeys`. */
  readonly method: string;
  /** Prefix of the operation's type names, such as `AccountsListApiKeys`. */
  readonly typeName: string;
  readonly summary: string;
  readonly verb: string;
  readonly path: string;
  readonly isIdempotent: boolean;
  readonly isPaginated: boolean;
  /** All inputs of the operation as one object schema: path, query and body. */
  readonly input: Json;
  readonly data: Json;
  readonly meta: Json;
  /** Body schemas of the callbacks that the service later sends to the URL in the request. */
  readonly callbacks: readonly Json[];
}

const asRecord = (value: unknown): Json => (isRecord(value) ? value : {});
const asRecords = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isRecord) : []);

const splitWords = (text: string) => text.split(/[^A-Za-z0-9]+/);
const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const toPascalCase = (text: string) => splitWords(text).map(capitalize).join('');

/** Returns the schema of a query parameter. For an array, the schema also accepts a single value. */
function acceptSingleValue(schema: Json): Json {
  return schema.type === 'array' ? { anyOf: [asRecord(schema.items), schema] } : schema;
}

function resolveSchemaReference(openApiDocument: Json, schema: Json): Json {
  const { $ref } = schema;
  if (typeof $ref !== 'string') return schema;
  return asRecord(asRecord(asRecord(openApiDocument.components).schemas)[$ref.split('/').at(-1) ?? '']);
}

const bodySchemaOf = (operation: Json): Json =>
  asRecord(asRecord(asRecord(asRecord(operation.requestBody).content)['application/json']).schema);

/**
 * Combines path parameters, query parameters and body fields into one object schema.
 *
 * @throws Error when a name occurs twice
 */
function buildInputSchema(document: Json, id: string, operation: Json): Json {
  const parameters = asRecords(operation.parameters).filter(
    ({ in: parameterLocation }) => parameterLocation !== 'header',
  );
  const body = resolveSchemaReference(document, bodySchemaOf(operation));
  const fields = [
    ...parameters.map(({ name, schema, description, required }) => ({
      name: String(name),
      required: required === true,
      schema: { ...acceptSingleValue(asRecord(schema)), description },
    })),
    ...Object.entries(asRecord(body.properties)).map(([name, schema]) => ({
      name,
      required: Array.isArray(body.required) && body.required.includes(name),
      schema: asRecord(schema),
    })),
  ];
  const fieldNames = fields.map(({ name }) => name);
  const duplicateFieldName = fieldNames.find((name, index) => fieldNames.indexOf(name) !== index);
  if (duplicateFieldName !== undefined) throw new Error(`${id} takes ${duplicateFieldName} in two places`);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
    required: fields.filter(({ required }) => required).map(({ name }) => name),
  };
}

function readResponseSchema(operation: Json): Json {
  const [, successResponse] =
    Object.entries(asRecord(operation.responses)).find(([status]) => status.startsWith('2')) ?? [];
  return asRecord(asRecord(asRecord(asRecord(successResponse).content)['application/json']).schema);
}

function readCallbackSchemas(operation: Json): Json[] {
  const callbackRequests = Object.values(asRecord(operation.callbacks)).flatMap((callback) =>
    Object.values(asRecord(callback)).map(asRecord),
  );
  return callbackRequests.map(({ post }) => bodySchemaOf(asRecord(post)));
}

function describeOperation(
  document: Json,
  path: string,
  verb: string,
  operation: Json,
): DocumentedOperation[] {
  const id = String(operation.operationId);
  const [capability = '', action = ''] = id.split('.');
  const { data, meta } = asRecord(resolveSchemaReference(document, readResponseSchema(operation)).properties);
  // The SDK has no methods for operations whose response has no field `data`, such as the OpenAPI document.
  if (data === undefined) return [];
  const methodName = toPascalCase(action);
  return [
    {
      id,
      capability,
      method: methodName.charAt(0).toLowerCase() + methodName.slice(1),
      typeName: toPascalCase(id),
      summary: String(operation.summary),
      verb: verb.toUpperCase(),
      path,
      isIdempotent: asRecords(operation.parameters).some(({ name }) => name === 'Idempotency-Key'),
      isPaginated: 'pagination' in asRecord(resolveSchemaReference(document, asRecord(meta)).properties),
      input: buildInputSchema(document, id, operation),
      data: asRecord(data),
      meta: asRecord(meta),
      callbacks: readCallbackSchemas(operation),
    },
  ];
}

/** Returns the operations whose response has the field `data`, in the document's order. */
export function readOperations(document: Json): DocumentedOperation[] {
  return Object.entries(asRecord(document.paths)).flatMap(([path, pathItem]) =>
    Object.entries(asRecord(pathItem)).flatMap(([verb, operation]) =>
      describeOperation(document, path, verb, asRecord(operation)),
    ),
  );
}
