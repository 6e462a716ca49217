import { isRecord, type Json } from '../../../../shared/platform/documents/json-schema.ts';

/** An operation of the document, taken apart for the client. */
export interface DocumentedOperation {
  readonly id: string;
  readonly capability: string;
  /** `listApiKeys`: the action as a method's name. */
  readonly method: string;
  /** `AccountsListApiKeys`: the beginning of its types' names. */
  readonly typeName: string;
  readonly summary: string;
  readonly verb: string;
  readonly path: string;
  readonly isIdempotent: boolean;
  readonly isPaginated: boolean;
  /** Everything that the operation takes, as one object. */
  readonly input: Json;
  readonly data: Json;
  readonly meta: Json;
  /** Schemas of what is sent, from then on, to the address that was given. */
  readonly callbacks: readonly Json[];
}

const record = (value: unknown): Json => (isRecord(value) ? value : {});
const records = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isRecord) : []);

const words = (text: string) => text.split(/[^A-Za-z0-9]+/);
const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const pascalCase = (text: string) => words(text).map(capitalized).join('');

/** A list in a query may be given as the one value that it often is. */
function oneOrSeveral(schema: Json): Json {
  return schema.type === 'array' ? { anyOf: [record(schema.items), schema] } : schema;
}

/** A schema of the document, or the component that it refers to. */
function resolved(document: Json, schema: Json): Json {
  const { $ref } = schema;
  if (typeof $ref !== 'string') return schema;
  return record(record(record(document.components).schemas)[$ref.split('/').at(-1) ?? '']);
}

const bodyOf = (operation: Json): Json =>
  record(record(record(record(operation.requestBody).content)['application/json']).schema);

/** Path parameters, query and the fields of the body side by side; a name that two of them share has no place. */
function inputOf(document: Json, id: string, operation: Json): Json {
  const parameters = records(operation.parameters).filter(({ in: place }) => place !== 'header');
  const body = resolved(document, bodyOf(operation));
  const fields = [
    ...parameters.map(({ name, schema, description, required }) => ({
      name: String(name),
      required: required === true,
      schema: { ...oneOrSeveral(record(schema)), description },
    })),
    ...Object.entries(record(body.properties)).map(([name, schema]) => ({
      name,
      required: Array.isArray(body.required) && body.required.includes(name),
      schema: record(schema),
    })),
  ];
  const names = fields.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`${id} takes ${twice} in two places`);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
    required: fields.filter(({ required }) => required).map(({ name }) => name),
  };
}

function answerOf(operation: Json): Json {
  const [, success] =
    Object.entries(record(operation.responses)).find(([status]) => status.startsWith('2')) ?? [];
  return record(record(record(record(success).content)['application/json']).schema);
}

/** The bodies of an operation's callbacks: each is asked for at one address, by one method. */
function callbacksOf(operation: Json): Json[] {
  const requests = Object.values(record(operation.callbacks)).flatMap((callback) =>
    Object.values(record(callback)).map(record),
  );
  return requests.map(({ post }) => bodyOf(record(post)));
}

function describe(document: Json, path: string, verb: string, operation: Json): DocumentedOperation[] {
  const id = String(operation.operationId);
  const [capability = '', action = ''] = id.split('.');
  const { data, meta } = record(resolved(document, answerOf(operation)).properties);
  // What stands outside the envelope is for other programs.
  if (data === undefined) return [];
  const method = pascalCase(action);
  return [
    {
      id,
      capability,
      method: method.charAt(0).toLowerCase() + method.slice(1),
      typeName: pascalCase(id),
      summary: String(operation.summary),
      verb: verb.toUpperCase(),
      path,
      isIdempotent: records(operation.parameters).some(({ name }) => name === 'Idempotency-Key'),
      isPaginated: 'pagination' in record(resolved(document, record(meta)).properties),
      input: inputOf(document, id, operation),
      data: record(data),
      meta: record(meta),
      callbacks: callbacksOf(operation),
    },
  ];
}

/** Every operation of an OpenAPI document that answers in the envelope, in the document's order. */
export function operationsOf(document: Json): DocumentedOperation[] {
  return Object.entries(record(document.paths)).flatMap(([path, methods]) =>
    Object.entries(record(methods)).flatMap(([verb, operation]) =>
      describe(document, path, verb, record(operation)),
    ),
  );
}
