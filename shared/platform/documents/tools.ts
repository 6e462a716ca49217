import type { DocumentedRoute } from '../contract/documented-route.ts';
import { buildJsonSchema, isRecord, type Json, listInputFields } from './json-schema.ts';

/** The settings of a route's MCP tool. */
export interface McpToolRecord {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly route: { readonly id: string; readonly method: string };
  /** Whether a call moves money or makes a change that cannot be undone. */
  readonly isDestructive?: boolean;
  /** Whether the tool uses only records of this service, and no external systems. */
  readonly isClosedWorld?: boolean;
  readonly hiddenArguments?: readonly string[];
  /**
   * Whether the tool's responses can exceed the length limit. Such a tool needs an argument that requests the
   * whole response.
   */
  readonly hasLongResult?: boolean;
  /** Fields of `data` (for a list: of each element) that the tool's output schema describes. */
  readonly output: readonly string[];
}

/** Names of arguments that only tools have, and a function that adapts the texts of the API documentation to tools. */
export interface ToolTexts {
  readonly idempotencyArgument: string;
  readonly fullArgument: string;
  /** Replaces names of routes and headers in a text by names that a language model can use. */
  readonly reword: (text: string) => string;
}

const IDEMPOTENCY_KEY_SCHEMA: Json = {
  type: 'string',
  description: 'A new value for each request, the same for a retry.',
};
const FULL_FLAG_SCHEMA: Json = { type: 'boolean', description: 'Do not shorten the answer.' };
/**
 * Schemas of the page parameters in the list of tools. Their names are clear enough, so they have no
 * description.
 */
const PAGE_PARAMETER_SCHEMAS: Readonly<Record<string, Json>> = {
  page: { type: 'integer' },
  per_page: { type: 'integer', default: 10, maximum: 100 },
};

/**
 * Schema keywords that the list of tools does not contain, so that the list stays short. If a tool call breaks one of
 * these rules, the endpoint's error names the rule.
 */
const OMITTED_KEYWORDS = new Set([
  ...['pattern', 'minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'maximum'],
  ...['format', 'not', 'x-enum-varnames'],
]);

/**
 * Returns a field's schema without the keywords in OMITTED_KEYWORDS and without the descriptions of nested fields.
 */
function omitKeywords(value: unknown, reword: ToolTexts['reword'], isNestedSchema = false): unknown {
  if (Array.isArray(value)) return value.map((each) => omitKeywords(each, reword, isNestedSchema));
  if (!isRecord(value)) return value;
  const keptKeywordEntries = Object.entries(value).filter(
    ([name, value]) =>
      !OMITTED_KEYWORDS.has(name) && !(isNestedSchema && name === 'description' && typeof value === 'string'),
  );
  return Object.fromEntries(
    keptKeywordEntries.map(([name, value]) => [
      name,
      name === 'description' && typeof value === 'string'
        ? reword(value)
        : omitKeywords(value, reword, isNestedSchema || name === 'properties'),
    ]),
  );
}

/**
 * Returns the arguments that the MCP tool list does not show. It never shows both `page` and `after`, because a model
 * needs only one way of paging.
 */
function listHiddenArgumentNames({
  hiddenArguments = [],
}: Pick<McpToolRecord, 'hiddenArguments'>): readonly string[] {
  return hiddenArguments.includes('page') ? hiddenArguments : [...hiddenArguments, 'after'];
}

/**
 * Returns the schema of a tool's arguments: the fields of the route's path, query and body, except the hidden ones.
 */
function buildInputSchema(tool: McpToolRecord, route: DocumentedRoute, toolTexts: ToolTexts): Json {
  const hiddenNames = new Set(listHiddenArgumentNames(tool));
  const fields = listInputFields(route).filter(({ name }) => !hiddenNames.has(name));
  const propertyEntries = fields.map(
    ({ name, schema }) =>
      [name, PAGE_PARAMETER_SCHEMAS[name] ?? omitKeywords(schema, toolTexts.reword)] as const,
  );
  const requiredNames = fields.flatMap((field) => (field.required ? [field.name] : []));
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(propertyEntries),
      ...(route.idempotent === true ? { [toolTexts.idempotencyArgument]: IDEMPOTENCY_KEY_SCHEMA } : {}),
      ...(tool.hasLongResult === true ? { [toolTexts.fullArgument]: FULL_FLAG_SCHEMA } : {}),
    },
    ...(requiredNames.length > 0 && { required: requiredNames }),
    additionalProperties: false,
  };
}

/** Returns the fields of an object. For a union, returns the fields of all its variants. */
function fieldsOfSchema(schema: Json): readonly (readonly [name: string, field: unknown])[] {
  const variants = Array.isArray(schema.anyOf) ? schema.anyOf.filter(isRecord) : [schema];
  return variants.flatMap(({ properties }) => (isRecord(properties) ? Object.entries(properties) : []));
}

/**
 * Returns the type of a field. Undefined if the field has several types. The type null is ignored, because a
 * tool's response leaves out fields that are null.
 */
function typeOfSchema({ type, anyOf }: Json): unknown {
  const typeNames = Array.isArray(anyOf)
    ? anyOf.filter(isRecord).flatMap((each) => each.type)
    : [type].flat();
  const distinctTypes = [...new Set(typeNames)].filter((each) => each !== 'null');
  return distinctTypes.length === 1 ? distinctTypes[0] : undefined;
}

/**
 * Returns a schema with only the types of the fields in `fieldNames`, because a short tool list saves tokens in each
 * chat. No field is required, because a tool's response leaves out fields that are null.
 *
 * @throws Error if a name is not a field of the response
 */
function buildOutlineSchema(schema: Json, fieldNames: readonly string[]): Json {
  if (typeOfSchema(schema) === 'array' && isRecord(schema.items)) {
    return { type: 'array', items: buildOutlineSchema(schema.items, fieldNames) };
  }
  const fields = fieldsOfSchema(schema);
  const propertyEntries = fieldNames.map((name) => {
    const fieldTypes = new Set(
      fields.flatMap(([field, value]) => (field === name && isRecord(value) ? [typeOfSchema(value)] : [])),
    );
    if (fieldTypes.size === 0) throw new Error(`The answer has no field ${name}`);
    const [type] = fieldTypes;
    return [name, fieldTypes.size > 1 || type === undefined ? {} : { type }] as const;
  });
  return { type: 'object', properties: Object.fromEntries(propertyEntries) };
}

/** Returns the schema of a tool's structured response. It contains the route's `data`, but not `meta`. */
function buildOutputSchema({ output }: McpToolRecord, { response }: DocumentedRoute): Json {
  const data = buildOutlineSchema(buildJsonSchema(response, 'answer'), output);
  return { type: 'object', properties: { data }, required: ['data'] };
}

/**
 * Returns hints for clients that ask their user before a call. Without `openWorldHint`, a client assumes that
 * the tool uses external systems.
 */
function buildToolAnnotations({ route, isDestructive, isClosedWorld }: McpToolRecord): Json {
  const readOnlyHint = route.method === 'GET';
  const destructiveHint = isDestructive === true;
  return {
    readOnlyHint,
    ...(readOnlyHint ? {} : { destructiveHint }),
    ...(isClosedWorld === true ? { openWorldHint: false } : {}),
  };
}

/**
 * Returns the list of MCP tools, generated from the route records.
 *
 * @throws Error if a tool has no route
 */
export function describeTools(
  tools: readonly McpToolRecord[],
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
      inputSchema: buildInputSchema(tool, route, toolTexts),
      outputSchema: buildOutputSchema(tool, route),
      annotations: buildToolAnnotations(tool),
    };
  });
}
