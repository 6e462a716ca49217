/**
 * Resolves a reference such as `context.requestId` or `method.request.header.X`; undefined when it has no
 * value.
 */
export type VariableLookup = (name: string) => string | undefined;

/** One part of a header value or a body: literal text or a reference. */
export type TemplatePart = { literal: string } | { reference: string };

const REFERENCE_PATTERN =
  /\$((?:context|stageVariables|method\.request)\.[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*)/g;

/**
 * Splits a template into literal text and references. Gateway responses use this simple substitution instead
 * of VTL.
 */
export function compileTemplate(template: string): TemplatePart[] {
  const templateParts = template.split(REFERENCE_PATTERN);
  return templateParts.map((templatePart, index) =>
    index % 2 === 0 ? { literal: templatePart } : { reference: templatePart },
  );
}

/** Parses a header value: `'literal'` or a reference. */
export function compileParameter(value: string): TemplatePart {
  const quotedTextMatch = /^'(.*)'$/s.exec(value);
  return quotedTextMatch === null ? { reference: value } : { literal: quotedTextMatch[1] ?? '' };
}

/** Returns the text of the part; undefined when the part is a reference without a value. */
export function resolveTemplatePart(part: TemplatePart, lookUpVariable: VariableLookup): string | undefined {
  return 'literal' in part ? part.literal : lookUpVariable(part.reference);
}
