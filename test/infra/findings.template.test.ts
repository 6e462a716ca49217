import { Queue } from 'aws-cdk-lib/aws-sqs';
import { AwsSolutionsChecks } from 'cdk-nag';
import type { IConstruct } from 'constructs';
import { expect, test } from 'vitest';
import { EVERY_OPTION, FEW_ROUTES, makeStack } from './support/stack.ts';

/** Returns the findings of cdk-nag that no construct acknowledges, each with the path of its construct. */
function findings(scope: IConstruct): string[] {
  const { violations } = new AwsSolutionsChecks().validateScope(scope);
  return violations.flatMap(({ ruleName, violatingResources }) =>
    violatingResources.map(({ constructPath }) => `${ruleName} at ${constructPath}`),
  );
}

// Few routes, because the check takes long for each resource, and all routes have resources of the same types.
test('the template with every option matches the CloudFormation schemas', { timeout: 120_000 }, () => {
  const { app } = makeStack({ routes: FEW_ROUTES, context: EVERY_OPTION, validated: true });
  expect(() => app.synth()).not.toThrow();
});

test.each([
  ['with the default settings', {}],
  ['with every optional setting', EVERY_OPTION],
])('every finding of the AWS Solutions rules has an explanation in a stack %s', (_name, context) => {
  expect(findings(makeStack({ context }).app)).toEqual([]);
});

test('the check of the AWS Solutions rules fails if a new queue breaks a rule without an explanation', () => {
  const { app, stack } = makeStack();
  new Queue(stack, 'Unexplained');
  expect(findings(app)).toContain('AwsSolutions-SQS3 at YieldApi/Unexplained/Resource');
});
