/** What a mapping can refer to: `context.requestId`, `method.request.header.X`, ... Undefined where there is nothing. */
export type Lookup = (name: string) => string | undefined;

/** A piece of a header's value or a body: text as it stands, or what a reference is replaced by. */
export type TemplatePart = { literal: string } | { reference: string };

const REFERENCE = /\$((?:context|stageVariables|method\.request)\.[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*)/g;

/** Simple substitution, as gateway responses have it: no VTL. */
export function compileTemplate(template: string): TemplatePart[] {
  const pieces = template.split(REFERENCE);
  return pieces.map((piece, index) => (index % 2 === 0 ? { literal: piece } : { reference: piece }));
}

/** A header's value: `'literal'` or a reference. */
export function compileParameter(value: string): TemplatePart {
  const literal = /^'(.*)'$/s.exec(value);
  return literal === null ? { reference: value } : { literal: literal[1] ?? '' };
}

/** The part's text; undefined where its reference leads nowhere. */
export function textOf(part: TemplatePart, lookup: Lookup): string | undefined {
  return 'literal' in part ? part.literal : lookup(part.reference);
}
