import * as z from 'zod';
import { buildArn } from '../../../../infra/emulator/template/physical.ts';
import { type ResolvedResource, resourcesOfType } from '../../../../infra/emulator/template/stacks.ts';
import { policyDocument, type Statement } from './policy.ts';

const ROLE_TYPE = 'AWS::IAM::Role';

const role = z.looseObject({
  Policies: z.array(z.looseObject({ PolicyDocument: z.looseObject({ Statement: z.json() }) })).default([]),
});
const policy = z.looseObject({
  Roles: z.array(z.string()).default([]),
  PolicyDocument: z.looseObject({ Statement: z.json() }),
});
const lambda = z.looseObject({ Role: z.string() });

const statementActionsSchema = z.looseObject({
  Action: z.union([z.string(), z.array(z.string())]).transform((action) => [action].flat()),
});

/** Returns the statements about tables. Statements about other services are skipped unparsed. */
function parseTableStatements(given: unknown): Statement[] {
  return [given].flat().flatMap((statement) => {
    const { Action } = statementActionsSchema.parse(statement);
    const concerns = Action.some((action) => action === '*' || action.startsWith('dynamodb:'));
    return concerns ? policyDocument.parse({ Statement: statement }).Statement : [];
  });
}

/**
 * Returns the table permissions of each function in the template, by function name.
 *
 * @throws ZodError for a statement about tables that cannot be parsed
 */
export function readStatementsByRole(
  resources: readonly ResolvedResource[],
): ReadonlyMap<string, readonly Statement[]> {
  const statementsByRoleArn = new Map<string, Statement[]>();
  for (const { arn, properties } of resourcesOfType(resources, ROLE_TYPE, role)) {
    const statements = properties.Policies.flatMap(({ PolicyDocument }) =>
      parseTableStatements(PolicyDocument.Statement),
    );
    statementsByRoleArn.set(arn, statements);
  }
  for (const { properties } of resourcesOfType(resources, 'AWS::IAM::Policy', policy)) {
    for (const name of properties.Roles) {
      statementsByRoleArn
        .get(buildArn(ROLE_TYPE, name))
        ?.push(...parseTableStatements(properties.PolicyDocument.Statement));
    }
  }
  const functions = resourcesOfType(resources, 'AWS::Lambda::Function', lambda);
  return new Map(
    functions.map(({ physicalId, properties }) => [
      physicalId,
      statementsByRoleArn.get(properties.Role) ?? [],
    ]),
  );
}
