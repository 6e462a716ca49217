import { isRecord, type Json } from '../../../../shared/platform/documents/json-schema.ts';
import { type DocumentedOperation, readOperations } from './operations.ts';
import { buildDocComment, renderType } from './type-text.ts';

const HEAD = '// Made of the OpenAPI document by `npm run generate`: change the contract, not this file.\n\n';

/**
 * TypeScript type for an enum to which later releases may add values. Editors suggest the known values, but
 * the type accepts any text.
 */
const OPEN_ENUM_TYPE_SOURCE =
  '/** One of the known values, or one that a later release of the service may add. */\n' +
  'export type OrOther<Known extends string> = Known | (string & Record<never, never>);\n';

/** Returns `export interface Name {…}` for an object, and `export type Name = …` for any other schema. */
function declareType(name: string, schema: Json): string {
  const text = renderType(schema);
  if (text === name) return '';
  const doc = buildDocComment(schema.description);
  if (text.startsWith('{') && text.endsWith('}') && !text.includes('\n} '))
    return `${doc}export interface ${name} ${text}\n`;
  return `${doc}export type ${name} = ${text};\n`;
}

/** Returns the declaration of a TypeScript union of all webhook events. The field `type` distinguishes the events. */
function buildWebhookEventUnion(operations: readonly DocumentedOperation[]): string {
  const callbackTypes = operations.flatMap(({ callbacks }) => callbacks.map((schema) => renderType(schema)));
  const doc = '/** An event that a webhook endpoint receives. The field `type` selects its shape. */\n';
  return `${doc}export type WebhookEvent =\n${callbackTypes.map((name) => `  | ${name}\n`).join('')};\n`;
}

const itemSchemaOf = (schema: Json): Json => (isRecord(schema.items) ? schema.items : {});

/** Returns the types of one operation: input, data and meta. For a list, the data type is the type of one element. */
function declareTypes({ typeName, input, data, meta, isPaginated }: DocumentedOperation): string[] {
  const dataSchema = isPaginated ? itemSchemaOf(data) : data;
  return [
    declareType(`${typeName}Input`, input),
    declareType(`${typeName}${isPaginated ? 'Item' : 'Data'}`, dataSchema),
    declareType(`${typeName}Meta`, meta),
  ];
}

function buildMethodType({ typeName, isPaginated }: DocumentedOperation): string {
  return isPaginated
    ? `Collection<${typeName}Input, ${typeName}Item, ${typeName}Meta>`
    : `Operation<${typeName}Input, ${typeName}Data, ${typeName}Meta>`;
}

function groupByCapability(operations: readonly DocumentedOperation[]): [string, DocumentedOperation[]][] {
  return [...Map.groupBy(operations, ({ capability }) => capability)];
}

function buildClientInterface(operations: readonly DocumentedOperation[]): string {
  const capabilityTexts = groupByCapability(operations).map(([capability, capabilityOperations]) => {
    const lines = capabilityOperations.map(
      (each) =>
        `${buildDocComment(`${each.summary}: ${each.verb} ${each.path}`, '    ')}    readonly ${each.method}: ${buildMethodType(each)};\n`,
    );
    return `  readonly ${capability}: {\n${lines.join('')}  };\n`;
  });
  return (
    '/** Every operation of the API, by capability. */\nexport interface Client {\n' +
    '  /** Calls an endpoint that this client does not know yet. */\n  readonly request: RawOperation;\n' +
    `${capabilityTexts.join('')}}\n`
  );
}

function buildClientFunction(operations: readonly DocumentedOperation[]): string {
  const groups = groupByCapability(operations).map(([capability, capabilityOperations]) => {
    const lines = capabilityOperations.map(({ method, verb, path, isIdempotent, isPaginated }) => {
      const idempotentField = isIdempotent ? ', idempotent: true' : '';
      const wire = `{ method: '${verb}', path: '${path}'${idempotentField} }`;
      return `      ${method}: ${isPaginated ? 'collection' : 'operation'}(options, ${wire}),\n`;
    });
    return `    ${capability}: {\n${lines.join('')}    },\n`;
  });
  return (
    '/** A client of the API at `options.baseUrl`. It holds no state: make as many as there are credentials. */\n' +
    `export function createClient(options: ClientOptions): Client {\n  return {\n    request: rawOperation(options),\n${groups.join('')}  };\n}\n`
  );
}

/** Returns the SDK's generated sources by file name. */
export function buildSdkSources(document: Json): Readonly<Record<string, string>> {
  const operations = readOperations(document);
  const components = isRecord(document.components) ? document.components : {};
  const schemas = Object.entries(isRecord(components.schemas) ? components.schemas : {});
  const typeSources = [
    `import type { Collection, Operation, RawOperation } from '../operation.ts';\n`,
    OPEN_ENUM_TYPE_SOURCE,
    ...schemas.map(([name, schema]) => declareType(name, isRecord(schema) ? schema : {})),
    buildWebhookEventUnion(operations),
    ...operations.flatMap(declareTypes),
    buildClientInterface(operations),
  ];
  const client = [
    `import { collection, operation, rawOperation } from '../operation.ts';\nimport type { ClientOptions } from '../options.ts';\nimport type { Client } from './types.ts';\n`,
    buildClientFunction(operations),
  ];
  const { version } = isRecord(document.info) ? document.info : {};
  return {
    'types.ts': HEAD + typeSources.join('\n'),
    'client.ts': HEAD + client.join('\n'),
    'version.ts': `${HEAD}/** The version of the client and of the API document that it is made of. */\nexport const VERSION = '${String(version)}';\n`,
  };
}
