import {
  EXTENSIBLE_ENUM_KEYWORD,
  isRecord,
  type Json,
} from '../../../../shared/platform/documents/json-schema.ts';

/** Property names that need no quotes. */
const PLAIN_NAME_PATTERN = /^[A-Za-z_$][\w$]*$/;

const joinUnion = (memberTypes: readonly string[]) => [...new Set(memberTypes)].join(' | ');
const renderLiteral = (value: unknown) =>
  typeof value === 'string'
    ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
    : JSON.stringify(value);

/** Returns a doc comment for a declaration; an empty string when there is no text. */
export function buildDocComment(text: unknown, indent = ''): string {
  if (typeof text !== 'string' || text === '') return '';
  return `${indent}/** ${text.replaceAll('*/', '* /')} */\n`;
}

function renderObjectType(
  { properties, required, additionalProperties, propertyNames }: Json,
  indent: string,
): string {
  if (!isRecord(properties)) {
    const keyType =
      isRecord(propertyNames) && Array.isArray(propertyNames.enum)
        ? renderType(propertyNames, indent)
        : 'string';
    const values = isRecord(additionalProperties) ? renderType(additionalProperties, indent) : 'unknown';
    return `Readonly<Record<${keyType}, ${values}>>`;
  }
  const requiredFields = Array.isArray(required) ? required : [];
  const fieldIndent = `${indent}  `;
  // Do not add an index signature for unknown fields, because the compiler would then accept misspelt names.
  const fields = Object.entries(properties).map(([name, value]) => {
    const schema = isRecord(value) ? value : {};
    const key = PLAIN_NAME_PATTERN.test(name) ? name : renderLiteral(name);
    return `${buildDocComment(schema.description, fieldIndent)}${fieldIndent}${key}${requiredFields.includes(name) ? '' : '?'}: ${renderType(schema, fieldIndent)};\n`;
  });
  return fields.length === 0 ? 'Record<never, never>' : `{\n${fields.join('')}${indent}}`;
}

const SCALAR_TYPES: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

function renderNamedType(type: unknown, schema: Json, indent: string): string {
  if (type === 'object') return renderObjectType(schema, indent);
  if (type !== 'array') return typeof type === 'string' ? (SCALAR_TYPES[type] ?? 'unknown') : 'unknown';
  const elementType = renderType(isRecord(schema.items) ? schema.items : {}, indent);
  return elementType.includes(' | ') && !elementType.startsWith('{')
    ? `(${elementType})[]`
    : `${elementType}[]`;
}

/** Returns the TypeScript type of an OpenAPI 3.1 schema. A reference becomes the component's name. */
export function renderType(schema: Json, indent = ''): string {
  const { $ref, type } = schema;
  if (typeof $ref === 'string') return $ref.split('/').at(-1) ?? 'unknown';
  if (schema.const !== undefined) return renderLiteral(schema.const);
  if (Array.isArray(schema.enum)) return joinUnion(schema.enum.map(renderLiteral));
  const knownValues = schema[EXTENSIBLE_ENUM_KEYWORD];
  if (Array.isArray(knownValues)) {
    const text = `OrOther<${joinUnion(knownValues.map(renderLiteral))}>`;
    return [type].flat().includes('null') ? `${text} | null` : text;
  }
  for (const [memberSchemas, separator] of [
    [schema.anyOf, ' | '],
    [schema.oneOf, ' | '],
    [schema.allOf, ' & '],
  ] as const) {
    if (!Array.isArray(memberSchemas)) continue;
    return [...new Set(memberSchemas.filter(isRecord).map((member) => renderType(member, indent)))].join(
      separator,
    );
  }
  return joinUnion([type].flat().map((each) => renderNamedType(each, schema, indent)));
}
