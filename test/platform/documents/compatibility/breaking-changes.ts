import { isRecord, type Json } from '../../../../shared/platform/documents/json-schema.ts';

const record = (value: unknown): Json => (isRecord(value) ? value : {});
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/**
 * Whether a schema describes requests (`sent`) or responses (`given`). A change can break clients in one of them and be
 * harmless in the other. For example, a new required field breaks only requests.
 */
type Direction = 'sent' | 'given';

/** The same schema in the old and in the new document. */
interface Pair {
  readonly before: Json;
  readonly after: Json;
}

function resolved(schema: unknown, document: Json): Json {
  const { $ref } = record(schema);
  if (typeof $ref !== 'string') return record(schema);
  const target = $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((inner, key) => record(inner)[key], document);
  return resolved(target, document);
}

/** Returns the types of a schema or of its alternatives, including `null`. */
function typesOf(schema: Json, document: Json): Set<string> {
  if (Array.isArray(schema.anyOf)) {
    return new Set(schema.anyOf.flatMap((each) => [...typesOf(resolved(each, document), document)]));
  }
  return new Set([schema.type].flat().map(String));
}

/** Returns the alternatives in a schema's `anyOf`, except null. Without `anyOf`, returns only the schema itself. */
function alternativesOf(schema: Json, document: Json): Json[] {
  if (!Array.isArray(schema.anyOf)) return [schema];
  return schema.anyOf.map((each) => resolved(each, document)).filter(({ type }) => type !== 'null');
}

const listMissingElements = (some: Iterable<string>, others: ReadonlySet<string>) =>
  [...some].filter((each) => !others.has(each));

/** Compares two documents of one version of the API. */
class Comparison {
  readonly found: string[] = [];
  readonly #documents: Pair;

  constructor(documents: Pair) {
    this.#documents = documents;
  }

  operations(): void {
    const [before, after] = [this.#documents.before, this.#documents.after].map(operationsOf);
    for (const [id, operation] of before ?? []) {
      const next = after?.get(id);
      if (next === undefined) this.found.push(`${id}: the operation is gone`);
      else this.#operation(id, { before: operation, after: next });
    }
  }

  #operation(id: string, { before, after }: Pair): void {
    if (before.place !== after.place)
      this.found.push(`${id}: ${String(before.place)} is now ${String(after.place)}`);
    this.#schema(`${id} sends`, { before: inputOf(before), after: inputOf(after) }, 'sent');
    for (const [status, response] of Object.entries(record(before.responses))) {
      if (!status.startsWith('2')) continue;
      const next = record(after.responses)[status];
      if (next === undefined) this.found.push(`${id}: the status ${status} is gone`);
      else this.#schema(`${id} gives`, { before: bodyOf(response), after: bodyOf(next) }, 'given');
    }
  }

  #schema(path: string, given: Pair, direction: Direction): void {
    const { before: documentBefore, after: documentAfter } = this.#documents;
    const [before, after] = [resolved(given.before, documentBefore), resolved(given.after, documentAfter)];
    const [from, to] = [typesOf(before, documentBefore), typesOf(after, documentAfter)];
    const lost = direction === 'sent' ? listMissingElements(from, to) : listMissingElements(to, from);
    const verb = direction === 'sent' ? 'is no longer' : 'may now be';
    for (const type of lost) this.found.push(`${path}: ${verb} ${type}`);
    if (lost.length > 0) return;
    const nexts = alternativesOf(after, documentAfter);
    alternativesOf(before, documentBefore).forEach((each, index) => {
      const next = nexts[index] ?? nexts[0] ?? {};
      this.#object(path, { before: each, after: next }, direction);
      this.#choices(path, { before: each, after: next }, direction);
      if (isRecord(each.items))
        this.#schema(`${path}[]`, { before: each.items, after: record(next.items) }, direction);
    });
  }

  #object(path: string, { before, after }: Pair, direction: Direction): void {
    const [old, fresh] = [record(before.properties), record(after.properties)];
    const [needed, neededNow] = [new Set(list(before.required)), new Set(list(after.required))];
    for (const [name, schema] of Object.entries(old)) {
      const next = fresh[name];
      if (next === undefined) this.found.push(`${path}.${name}: the field is gone`);
      else this.#schema(`${path}.${name}`, { before: record(schema), after: record(next) }, direction);
      if (direction === 'given' && next !== undefined && needed.has(name) && !neededNow.has(name)) {
        this.found.push(`${path}.${name}: may now be absent`);
      }
    }
    if (direction === 'given') return;
    for (const name of neededNow)
      if (!needed.has(name)) this.found.push(`${path}.${String(name)}: is now required`);
  }

  /**
   * Requests must still accept all earlier choices. Responses may have new choices, which the documentation
   * announces.
   */
  #choices(path: string, { before, after }: Pair, direction: Direction): void {
    if (direction === 'given') return;
    if (Array.isArray(after.enum)) {
      const choices = new Set(after.enum.map(String));
      const gone = Array.isArray(before.enum)
        ? listMissingElements(before.enum.map(String), choices)
        : ['any text'];
      for (const choice of gone) this.found.push(`${path}: no longer takes ${choice}`);
    }
    for (const [bound, isNarrower] of BOUNDS) {
      const [old, next] = [before[bound], after[bound]];
      if (typeof next === 'number' && (typeof old !== 'number' || isNarrower(next, old))) {
        this.found.push(`${path}: ${bound} is now ${next}`);
      }
    }
  }
}

const BOUNDS: readonly (readonly [string, (next: number, old: number) => boolean])[] = [
  ...(['minimum', 'minLength', 'minItems'] as const).map(
    (name) => [name, (next: number, old: number) => next > old] as const,
  ),
  ...(['maximum', 'maxLength', 'maxItems'] as const).map(
    (name) => [name, (next: number, old: number) => next < old] as const,
  ),
];

function operationsOf(document: Json): Map<string, Json> {
  const entries = Object.entries(record(document.paths)).flatMap(([path, methods]) =>
    Object.entries(record(methods)).map(([method, operation]): [string, Json] => [
      String(record(operation).operationId),
      { ...record(operation), place: `${method.toUpperCase()} ${path}` },
    ]),
  );
  return new Map(entries);
}

const bodyOf = (message: unknown): Json =>
  record(record(record(record(message).content)['application/json']).schema);

/** Returns all inputs of an operation as one object. */
function inputOf(operation: Json): Json {
  const parameters = list(operation.parameters).map(record);
  const body = bodyOf(operation.requestBody);
  const named = parameters.map(({ name, in: place, schema }) => [
    `${String(place)} ${String(name)}`,
    record(schema),
  ]);
  const required = parameters
    .filter((each) => each.required === true)
    .map(({ name, in: place }) => `${String(place)} ${String(name)}`);
  return {
    type: 'object',
    properties: { ...Object.fromEntries(named), ...(Object.keys(body).length > 0 && { body }) },
    required: [...required, ...(record(operation.requestBody).required === true ? ['body'] : [])],
  };
}

/** Returns one sentence for each difference that breaks a client of the first document. */
export function findBreakingChanges(before: Json, after: Json): string[] {
  const comparison = new Comparison({ before, after });
  comparison.operations();
  return comparison.found;
}
