import { TemplateError } from '../template/intrinsics.ts';
import type { HttpResponse } from './http/proxy-response.ts';
import {
  compileParameter,
  resolveTemplatePart,
  type TemplatePart,
  type VariableLookup,
} from './substitution.ts';

export interface CompiledMockResponse {
  statusCode: number;
  headers: readonly { name: string; value: TemplatePart }[];
  template: readonly TemplateStatement[];
}

/** The Velocity statements that the local gateway supports. */
type TemplateStatement =
  | { kind: 'text'; text: string }
  | { kind: 'set'; variable: string; parameter: string }
  | { kind: 'header'; name: string; variable: string }
  | { kind: 'if'; variable: string; values: readonly string[]; body: readonly TemplateStatement[] };

const SET = /^#set\(\$(\w+) = \$input\.params\("([\w-]+)"\)\)$/;
const SET_HEADER_PATTERN = /^#set\(\$context\.responseOverride\.header\.([\w-]+) = \$(\w+)\)$/;
const IF = /^#if\((\$\w+ == "[^"]*"(?: \|\| \$\w+ == "[^"]*")*)\)$/;

function compileIfStatement(condition: string, lines: string[]): TemplateStatement {
  const comparisonMatches = condition.split(' || ').map((text) => /^\$(\w+) == "(.*)"$/.exec(text));
  const [variableName = '', ...otherVariables] = [
    ...new Set(comparisonMatches.map((match) => match?.[1] ?? '')),
  ];
  if (otherVariables.length > 0) throw new TemplateError(`A condition compares more than $${variableName}.`);
  const body = compileLines(lines, true);
  return {
    kind: 'if',
    variable: variableName,
    values: comparisonMatches.map((match) => match?.[2] ?? ''),
    body,
  };
}

/** Compiles the lines up to the `#end` of an `#if` block, or all lines if `isInsideIf` is false. */
function compileLines(lines: string[], isInsideIf: boolean): TemplateStatement[] {
  const statements: TemplateStatement[] = [];
  for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
    if (line === '#end' && isInsideIf) return statements;
    const [, variableName, parameter] = SET.exec(line) ?? [];
    const [, name, value] = SET_HEADER_PATTERN.exec(line) ?? [];
    const [, condition] = IF.exec(line) ?? [];
    if (variableName !== undefined && parameter !== undefined) {
      statements.push({ kind: 'set', variable: variableName, parameter });
    } else if (name !== undefined && value !== undefined) {
      statements.push({ kind: 'header', name, variable: value });
    } else if (condition !== undefined) statements.push(compileIfStatement(condition, lines));
    else if (/[#$]/.test(line))
      throw new TemplateError(`The local gateway does not support this template line: ${line}`);
    else statements.push({ kind: 'text', text: line });
  }
  if (isInsideIf) throw new TemplateError('A template has an #if without its #end.');
  return statements;
}

const HEADER_PARAMETER_PREFIX = 'method.response.header.';

/**
 * Compiles a mock integration's response.
 *
 * @throws TemplateError for an unsupported Velocity template
 */
export function compileMockResponse(response: {
  statusCode: string;
  responseParameters: Readonly<Record<string, string>>;
  template: string;
}): CompiledMockResponse {
  return {
    statusCode: Number(response.statusCode),
    headers: Object.entries(response.responseParameters).map(([name, value]) => ({
      name: name.replace(HEADER_PARAMETER_PREFIX, ''),
      value: compileParameter(value),
    })),
    template: compileLines(response.template.split('\n'), false),
  };
}

function runStatements(
  statements: readonly TemplateStatement[],
  lookUpVariable: VariableLookup,
  answer: { headers: Map<string, string>; lines: string[]; variables: Map<string, string> },
): void {
  for (const statement of statements) {
    const value = 'variable' in statement ? (answer.variables.get(statement.variable) ?? '') : '';
    if (statement.kind === 'text') answer.lines.push(statement.text);
    else if (statement.kind === 'header') answer.headers.set(statement.name, value);
    else if (statement.kind === 'if') {
      if (statement.values.includes(value)) runStatements(statement.body, lookUpVariable, answer);
    } else {
      const { variable, parameter } = statement;
      answer.variables.set(variable, lookUpVariable(`method.request.header.${parameter}`) ?? '');
    }
  }
}

export function renderMock(
  { statusCode, headers, template }: CompiledMockResponse,
  lookUpVariable: VariableLookup,
): HttpResponse {
  const answer = { headers: new Map<string, string>(), lines: [], variables: new Map<string, string>() };
  for (const { name, value } of headers) {
    const text = resolveTemplatePart(value, lookUpVariable);
    if (text !== undefined) answer.headers.set(name, text);
  }
  runStatements(template, lookUpVariable, answer);
  return { statusCode, headers: [...answer.headers], body: answer.lines.join('\n') };
}
