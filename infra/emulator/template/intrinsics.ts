/** A value in a CloudFormation template. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Values that the intrinsic functions of one template can refer to. */
export interface TemplateScope {
  /** Returns a parameter's value, a resource's physical id or a pseudo parameter. */
  ref(logicalId: string): Json;
  attribute(logicalId: string, attribute: string): Json;
  condition(name: string): boolean;
  mapping(name: string, topLevelKey: string, secondLevelKey: string): Json;
  importValue(exportName: string): Json;
}

export class TemplateError extends Error {}

const NO_VALUE = Symbol('AWS::NoValue');
type ResolvedValue = Json | typeof NO_VALUE;

function text(value: ResolvedValue): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value);
  throw new TemplateError(`Expected a string in the template, found ${JSON.stringify(value)}.`);
}

function list(value: ResolvedValue): Json[] {
  if (Array.isArray(value)) return value;
  throw new TemplateError(`Expected a list in the template, found ${JSON.stringify(value)}.`);
}

/** Resolves the text form of an attribute, `Name.Attribute`, as in `Fn::Sub` and `Fn::GetAtt`. */
function resolveAttributePath(scope: TemplateScope, path: string): Json {
  const dot = path.indexOf('.');
  return scope.attribute(path.slice(0, dot), path.slice(dot + 1));
}

function substituteVariables(argument: Json, scope: TemplateScope): string {
  const [subTemplate, substitutions] = Array.isArray(argument) ? argument : [argument, {}];
  const own =
    substitutions !== null && typeof substitutions === 'object' && !Array.isArray(substitutions)
      ? substitutions
      : {};
  return text(subTemplate ?? '').replace(/\$\{([^}]*)\}/g, (_, name: string) => {
    if (name.startsWith('!')) return `\${${name.slice(1)}}`;
    const variableValue = own[name];
    if (variableValue !== undefined) return text(resolveValue(variableValue, scope));
    return text(name.includes('.') ? resolveAttributePath(scope, name) : scope.ref(name));
  });
}

function resolveArguments(argument: Json, scope: TemplateScope): Json[] {
  return list(argument).map((part) => {
    const value = resolveValue(part, scope);
    return value === NO_VALUE ? null : value;
  });
}

const INTRINSIC_FUNCTIONS: Readonly<Record<string, (argument: Json, scope: TemplateScope) => ResolvedValue>> =
  {
    Ref: (argument, scope) => (argument === 'AWS::NoValue' ? NO_VALUE : scope.ref(text(argument))),
    'Fn::GetAtt': (argument, scope) => {
      if (!Array.isArray(argument)) return resolveAttributePath(scope, text(argument));
      return scope.attribute(text(argument[0] ?? ''), text(resolveValue(argument[1] ?? '', scope)));
    },
    'Fn::Join': (argument, scope) => {
      const [separator, parts] = list(argument);
      return list(resolveValue(parts ?? [], scope))
        .map(text)
        .join(text(separator ?? ''));
    },
    'Fn::Sub': substituteVariables,
    'Fn::Select': (argument, scope) => {
      const [selectedIndex, values] = resolveArguments(argument, scope);
      const selectedValue = list(values ?? [])[Number(selectedIndex)];
      if (selectedValue === undefined)
        throw new TemplateError(`Fn::Select has no element ${String(selectedIndex)}.`);
      return selectedValue;
    },
    'Fn::Split': (argument, scope) => {
      const [separator, value] = resolveArguments(argument, scope);
      return text(value ?? '').split(text(separator ?? ''));
    },
    'Fn::If': (argument, scope) => {
      const [conditionName, valueIfTrue, valueIfFalse] = list(argument);
      return resolveValue(
        (scope.condition(text(conditionName ?? '')) ? valueIfTrue : valueIfFalse) ?? null,
        scope,
      );
    },
    'Fn::Equals': (argument, scope) => {
      const [firstOperand, secondOperand] = resolveArguments(argument, scope);
      return JSON.stringify(firstOperand) === JSON.stringify(secondOperand);
    },
    'Fn::Not': (argument, scope) => resolveArguments(argument, scope)[0] !== true,
    'Fn::And': (argument, scope) => resolveArguments(argument, scope).every((part) => part === true),
    'Fn::Or': (argument, scope) => resolveArguments(argument, scope).some((part) => part === true),
    Condition: (argument, scope) => scope.condition(text(argument)),
    'Fn::FindInMap': (argument, scope) => {
      const [name, topLevelKey, secondLevelKey] = resolveArguments(argument, scope);
      return scope.mapping(text(name ?? ''), text(topLevelKey ?? ''), text(secondLevelKey ?? ''));
    },
    'Fn::Base64': (argument, scope) => Buffer.from(text(resolveValue(argument, scope))).toString('base64'),
    'Fn::GetAZs': (_, scope) => [`${text(scope.ref('AWS::Region'))}a`],
    'Fn::ImportValue': (argument, scope) => scope.importValue(text(resolveValue(argument, scope))),
  };

function resolveValue(value: Json, scope: TemplateScope): ResolvedValue {
  if (Array.isArray(value)) {
    return value.map((part) => resolveValue(part, scope)).filter((part) => part !== NO_VALUE);
  }
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value);
  const [only] = entries;
  if (only !== undefined && entries.length === 1) {
    const [name, argument] = only;
    const applyFunction = INTRINSIC_FUNCTIONS[name];
    // `Condition` with a text is an intrinsic function. `Condition` with an object is a property, for example of an IAM
    // policy.
    if (applyFunction !== undefined && (name !== 'Condition' || typeof argument === 'string'))
      return applyFunction(argument, scope);
    if (name.startsWith('Fn::'))
      throw new TemplateError(
        `The template uses the function ${name}, which the local server does not support.`,
      );
  }
  const result: Record<string, Json> = {};
  for (const [key, part] of entries) {
    const resolvedPart = resolveValue(part, scope);
    if (resolvedPart !== NO_VALUE) result[key] = resolvedPart;
  }
  return result;
}

/**
 * Replaces every intrinsic function, such as `Fn::Sub`, in a template value by its value on the local server.
 * Removes list elements and properties with the value `AWS::NoValue`.
 *
 * @throws TemplateError for an unsupported function or invalid arguments
 */
export function resolveIntrinsics(value: Json, scope: TemplateScope): Json {
  const resolvedValue = resolveValue(value, scope);
  return resolvedValue === NO_VALUE ? null : resolvedValue;
}
