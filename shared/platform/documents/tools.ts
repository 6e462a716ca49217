import type { DocumentedRoute } from '../contract/documented-route.ts';
import { inputFields, isRecord, type Json } from './json-schema.ts';

/** What is said of an endpoint as a tool. */
export interface DescribedTool {
  readonly name: string;
  readonly title: string;
  readonly advice: string;
  readonly route: { readonly id: string; readonly method: string };
  /** Whether it begins something that moves money and cannot be undone. */
  readonly isDestructive?: boolean;
}

const IDEMPOTENCY: Json = {
  type: 'string',
  description: 'A new value for each request. Send the same value to retry a call within 24 hours.',
};

/** Rules of form, which the endpoint names when they are broken: left out, as a model reads the list in each chat. */
const FORMS = new Set(['pattern', 'minLength', 'maxLength', 'minItems']);

function withoutForms(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutForms);
  if (!isRecord(value)) return value;
  const kept = Object.entries(value).filter(([name]) => !FORMS.has(name));
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutForms(inner)]));
}

/** What a tool takes: all that the endpoint takes in its path, query and body, by the same names. */
function inputSchema(route: DocumentedRoute, idempotencyArgument: string): Json {
  const fields = inputFields(route);
  const properties = Object.fromEntries(fields.map(({ name, schema }) => [name, withoutForms(schema)]));
  return {
    type: 'object',
    properties:
      route.idempotent === true ? { ...properties, [idempotencyArgument]: IDEMPOTENCY } : properties,
    required: fields.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
}

/** Hints for clients that ask their user before a model may call: what begins to move money says so. */
function annotations({ title, route, isDestructive }: DescribedTool): Json {
  const readOnlyHint = route.method === 'GET';
  const destructiveHint = isDestructive === true;
  return { title, readOnlyHint, ...(readOnlyHint ? {} : { destructiveHint }), openWorldHint: false };
}

/**
 * Tools of the Model Context Protocol, as their list names them, out of the route records.
 *
 * @throws Error for a tool without a route
 */
export function describeTools(
  tools: readonly DescribedTool[],
  routes: readonly DocumentedRoute[],
  idempotencyArgument: string,
): Json[] {
  return tools.map((tool) => {
    const route = routes.find(({ id }) => id === tool.route.id);
    if (route === undefined) throw new Error(`${tool.name} has no route`);
    return {
      name: tool.name,
      title: tool.title,
      description: `${tool.advice} ${route.description ?? `${route.summary}.`}`,
      inputSchema: inputSchema(route, idempotencyArgument),
      annotations: annotations(tool),
    };
  });
}
