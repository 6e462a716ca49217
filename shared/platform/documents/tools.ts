import type { DocumentedRoute } from '../contract/documented-route.ts';
import { inputFields, isRecord, type Json, jsonSchema } from './json-schema.ts';

/** Describes how a route appears as an MCP tool. */
export interface ToolRecord {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly route: { readonly id: string; readonly method: string };
  /** Whether a call moves money, or makes a change that cannot be undone. */
  readonly isDestructive?: boolean;
  /** Whether the tool reads and changes only records of this service. */
  readonly isClosedWorld?: boolean;
  /** Arguments of the route that the list of tools leaves out. */
  readonly hidden?: readonly string[];
  /**
   * Whether its responses can exceed the length limit, so that it needs an argument for the whole response.
   */
  readonly isLong?: boolean;
  /** Fields of `data`, or of its elements, that the output schema describes. */
  readonly output: readonly string[];
}

/** Names of the arguments that tools add to those of their routes, and a function that adapts texts. */
export interface ToolTexts {
  readonly idempotencyArgument: string;
  readonly wholeArgument: string;
  /** Replaces names of routes and headers in a text by names that a language model can use. */
  readonly reword: (text: string) => string;
}

const IDEMPOTENCY_SCHEMA: Json = {
  type: 'string',
  description: 'A new value for each request, the same for a retry.',
};
const WHOLE_ANSWER_SCHEMA: Json = { type: 'boolean', description: 'Do not shorten the answer.' };
/** Page parameters, which need no description. */
const PAGE: Readonly<Record<string, Json>> = {
  page: { type: 'integer' },
  per_page: { type: 'integer', default: 10, maximum: 100 },
};

/**
 * Schema keywords that are left out to keep the list of tools short. The route's error names a broken rule
 * anyway.
 */
const OMITTED_KEYWORDS = new Set([
  ...['pattern', 'minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'maximum'],
  ...['format', 'not', 'x-enum-varnames'],
]);

/**
 * A field's schema without these keywords, and without the descriptions of nested fields, whose names
 * suffice.
 */
function omitKeywords(value: unknown, reword: ToolTexts['reword'], isNested = false): unknown {
  if (Array.isArray(value)) return value.map((each) => omitKeywords(each, reword, isNested));
  if (!isRecord(value)) return value;
  const keptEntries = Object.entries(value).filter(
    ([name, inner]) =>
      !OMITTED_KEYWORDS.has(name) && !(isNested && name === 'description' && typeof inner === 'string'),
  );
  return Object.fromEntries(
    keptEntries.map(([name, inner]) => [
      name,
      name === 'description' && typeof inner === 'string'
        ? reword(inner)
        : omitKeywords(inner, reword, isNested || name === 'properties'),
    ]),
  );
}

/**
 * Arguments that the list of tools leaves out. A list is paged in one way: by page, or by cursor if the tool
 * hides the page.
 */
function hiddenArguments({ hidden = [] }: Pick<ToolRecord, 'hidden'>): readonly string[] {
  return hidden.includes('page') ? hidden : [...hidden, 'after'];
}

/** The arguments of a tool: those of the route's path, query and body, with the same names. */
function inputSchema(tool: ToolRecord, route: DocumentedRoute, toolTexts: ToolTexts): Json {
  const hiddenNames = new Set(hiddenArguments(tool));
  const fields = inputFields(route).filter(({ name }) => !hiddenNames.has(name));
  const properties = fields.map(
    ({ name, schema }) => [name, PAGE[name] ?? omitKeywords(schema, toolTexts.reword)] as const,
  );
  const requiredNames = fields.flatMap((field) => (field.required ? [field.name] : []));
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(properties),
      ...(route.idempotent === true ? { [toolTexts.idempotencyArgument]: IDEMPOTENCY_SCHEMA } : {}),
      ...(tool.isLong === true ? { [toolTexts.wholeArgument]: WHOLE_ANSWER_SCHEMA } : {}),
    },
    ...(requiredNames.length > 0 && { required: requiredNames }),
    additionalProperties: false,
  };
}

/** The fields of an object, or of all shapes of a union. */
function fieldsOf(schema: Json): readonly (readonly [name: string, field: unknown])[] {
  const shapes = Array.isArray(schema.anyOf) ? schema.anyOf.filter(isRecord) : [schema];
  return shapes.flatMap(({ properties }) => (isRecord(properties) ? Object.entries(properties) : []));
}

/**
 * The only type of a field; undefined if it has several. Null is ignored, because null fields are left out of
 * a tool's response.
 */
function typeOf({ type, anyOf }: Json): unknown {
  const types = Array.isArray(anyOf) ? anyOf.filter(isRecord).flatMap((each) => each.type) : [type].flat();
  const distinctTypes = [...new Set(types)].filter((each) => each !== 'null');
  return distinctTypes.length === 1 ? distinctTypes[0] : undefined;
}

/**
 * A schema with the types of the response fields that the tool names. A model can see the others in the
 * response, and a short list of tools saves tokens in each chat. No field is required, because null fields
 * are left out.
 *
 * @throws Error for a name that is no field of the response
 */
function outlineSchema(schema: Json, requiredNames: readonly string[]): Json {
  if (typeOf(schema) === 'array' && isRecord(schema.items)) {
    return { type: 'array', items: outlineSchema(schema.items, requiredNames) };
  }
  const fields = fieldsOf(schema);
  const properties = requiredNames.map((name) => {
    const types = new Set(
      fields.flatMap(([field, value]) => (field === name && isRecord(value) ? [typeOf(value)] : [])),
    );
    if (types.size === 0) throw new Error(`The answer has no field ${name}`);
    const [type] = types;
    return [name, types.size > 1 || type === undefined ? {} : { type }] as const;
  });
  return { type: 'object', properties: Object.fromEntries(properties) };
}

/** The schema of a tool's structured response: the route's data. `meta` is not described. */
function outputSchema({ output }: ToolRecord, { response }: DocumentedRoute): Json {
  const data = outlineSchema(jsonSchema(response, 'answer'), output);
  return { type: 'object', properties: { data }, required: ['data'] };
}

/**
 * Hints for clients that ask their user before a call. Without `openWorldHint`, clients assume an open world.
 */
function toolAnnotations({ route, isDestructive, isClosedWorld }: ToolRecord): Json {
  const readOnlyHint = route.method === 'GET';
  const destructiveHint = isDestructive === true;
  return {
    readOnlyHint,
    ...(readOnlyHint ? {} : { destructiveHint }),
    ...(isClosedWorld === true ? { openWorldHint: false } : {}),
  };
}

/**
 * The list of MCP tools, generated from the route records.
 *
 * @throws Error for a tool without a route
 */
export function describeTools(
  tools: readonly ToolRecord[],
  routes: readonly DocumentedRoute[],
  toolTexts: ToolTexts,
): Json[] {
  return tools.map((tool) => {
    const route = routes.find(({ id }) => id === tool.route.id);
    if (route === undefined) throw new Error(`${tool.name} has no route`);
    return {
      name: tool.name,
      title: tool.title,
      description: tool.description,
      inputSchema: inputSchema(tool, route, toolTexts),
      outputSchema: outputSchema(tool, route),
      annotations: toolAnnotations(tool),
    };
  });
}
