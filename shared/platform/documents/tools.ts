import type { DocumentedRoute } from '../contract/documented-route.ts';
import { inputFields, isRecord, type Json, jsonSchema } from './json-schema.ts';

/** What is said of an endpoint as a tool. */
export interface DescribedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly route: { readonly id: string; readonly method: string };
  /** Whether a call moves money, or undoes something that cannot be restored. */
  readonly isDestructive?: boolean;
  /** Whether it reads and changes only records of this service. */
  readonly isClosedWorld?: boolean;
  /** Arguments that the list does not show. */
  readonly hidden?: readonly string[];
  /** Whether its answers can be longer than the limit. */
  readonly isLong?: boolean;
  /** Fields of `data`, or of its items, that the output schema names. */
  readonly output: readonly string[];
}

/** What tools add to the arguments of their endpoints, and how their texts name other tools. */
export interface ToolWords {
  readonly idempotencyArgument: string;
  readonly wholeArgument: string;
  /** Replaces endpoints and headers in a text by what a model can use. */
  readonly reword: (text: string) => string;
}

const IDEMPOTENCY: Json = {
  type: 'string',
  description: 'A new value for each request. The same value repeats a call within 24 hours.',
};
const WHOLE: Json = { type: 'boolean', description: 'Do not shorten a long answer.' };
/** Every list has these two, which need no words. */
const PAGE: Readonly<Record<string, Json>> = {
  page: { type: 'integer', default: 1 },
  per_page: { type: 'integer', default: 10, maximum: 100 },
};

/** Rules of form, which the endpoint names when they are broken: left out, as a model reads the list in each chat. */
const FORMS = new Set([
  ...['pattern', 'minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'maximum'],
  ...['format', 'not', 'x-enum-varnames'],
]);

/**
 * A field's schema without what a model can do without. The names of fields within a field say what they are.
 */
function withoutForms(value: unknown, reword: ToolWords['reword'], isNested = false): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutForms(each, reword, isNested));
  if (!isRecord(value)) return value;
  const kept = Object.entries(value).filter(
    ([name, inner]) => !FORMS.has(name) && !(isNested && name === 'description' && typeof inner === 'string'),
  );
  return Object.fromEntries(
    kept.map(([name, inner]) => [
      name,
      name === 'description' && typeof inner === 'string'
        ? reword(inner)
        : withoutForms(inner, reword, isNested || name === 'properties'),
    ]),
  );
}

/**
 * Arguments that the list of tools does not show. A list has one way to be paged: by page, or by cursor where the tool
 * hides the page.
 */
function hiddenOf({ hidden = [] }: Pick<DescribedTool, 'hidden'>): readonly string[] {
  return hidden.includes('page') ? hidden : [...hidden, 'after'];
}

/** What a tool takes: what the endpoint takes in its path, query and body, by the same names. */
function inputSchema(tool: DescribedTool, route: DocumentedRoute, words: ToolWords): Json {
  const hidden = new Set(hiddenOf(tool));
  const fields = inputFields(route).filter(({ name }) => !hidden.has(name));
  const properties = fields.map(
    ({ name, schema }) => [name, PAGE[name] ?? withoutForms(schema, words.reword)] as const,
  );
  const required = fields.flatMap((field) => (field.required ? [field.name] : []));
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(properties),
      ...(route.idempotent === true ? { [words.idempotencyArgument]: IDEMPOTENCY } : {}),
      ...(tool.isLong === true ? { [words.wholeArgument]: WHOLE } : {}),
    },
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/** The fields of an object; of one in several shapes, those of all. */
function fieldsOf(schema: Json): readonly (readonly [name: string, field: unknown])[] {
  const shapes = Array.isArray(schema.anyOf) ? schema.anyOf.filter(isRecord) : [schema];
  return shapes.flatMap(({ properties }) => (isRecord(properties) ? Object.entries(properties) : []));
}

/** The one type of a field; undefined where it has several. Null fields are left out of an answer. */
function typeOf({ type, anyOf }: Json): unknown {
  const types = Array.isArray(anyOf) ? anyOf.filter(isRecord).flatMap((each) => each.type) : [type].flat();
  const distinct = [...new Set(types)].filter((each) => each !== 'null');
  return distinct.length === 1 ? distinct[0] : undefined;
}

/**
 * The types of an answer's fields that the tool names. Others follow from the answer itself: a model reads the list in
 * each chat. No field is required, because null fields are left out of an answer.
 *
 * @throws Error for a name that is no field of the answer
 */
function outline(schema: Json, named: readonly string[]): Json {
  if (typeOf(schema) === 'array' && isRecord(schema.items)) {
    return { type: 'array', items: outline(schema.items, named) };
  }
  const fields = fieldsOf(schema);
  const properties = named.map((name) => {
    const types = new Set(
      fields.flatMap(([field, value]) => (field === name && isRecord(value) ? [typeOf(value)] : [])),
    );
    if (types.size === 0) throw new Error(`The answer has no field ${name}`);
    const [type] = types;
    return [name, types.size > 1 || type === undefined ? {} : { type }] as const;
  });
  return { type: 'object', properties: Object.fromEntries(properties) };
}

/** The structured content of a tool's answers: the endpoint's data, and meta, which is not described. */
function outputSchema({ output }: DescribedTool, { response }: DocumentedRoute): Json {
  const data = outline(jsonSchema(response, 'answer'), output);
  return { type: 'object', properties: { data }, required: ['data'] };
}

/** Hints for clients that ask their user before a model may call. A tool without `openWorldHint` has an open world. */
function annotations({ route, isDestructive, isClosedWorld }: DescribedTool): Json {
  const readOnlyHint = route.method === 'GET';
  const destructiveHint = isDestructive === true;
  return {
    readOnlyHint,
    ...(readOnlyHint ? {} : { destructiveHint }),
    ...(isClosedWorld === true ? { openWorldHint: false } : {}),
  };
}

/**
 * Tools of the Model Context Protocol, as their list names them, out of the route records.
 *
 * @throws Error for a tool without a route
 */
export function describeTools(
  tools: readonly DescribedTool[],
  routes: readonly DocumentedRoute[],
  words: ToolWords,
): Json[] {
  return tools.map((tool) => {
    const route = routes.find(({ id }) => id === tool.route.id);
    if (route === undefined) throw new Error(`${tool.name} has no route`);
    return {
      name: tool.name,
      title: tool.title,
      description: tool.description,
      inputSchema: inputSchema(tool, route, words),
      outputSchema: outputSchema(tool, route),
      annotations: annotations(tool),
    };
  });
}
