import { Validations } from 'aws-cdk-lib';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, test } from 'vitest';
import { makeStack } from './support/stack.ts';

const FULL = {
  alarmEmail: 'ops@example.com',
  tracing: true,
  enterprise: { acme: { requestsPerMinute: 60_000, burst: 10_000 } },
};

describe.each([
  ['with the defaults', {}],
  ['with every option', FULL],
])('%s', (_name, context) => {
  test('no finding of the AWS Solutions rules is unexplained', () => {
    const { app } = makeStack({ context });
    const { violations } = new AwsSolutionsChecks().validateScope(app);
    const found = violations.flatMap(({ ruleName, violatingResources }) =>
      violatingResources.map(({ constructPath }) => `${ruleName} at ${constructPath}`),
    );
    expect(found).toEqual([]);
  });
});

test('the rules are really applied: an unexplained finding fails the synthesis', () => {
  const { app, stack } = makeStack();
  Validations.of(app).addPlugins(new AwsSolutionsChecks());
  new Queue(stack, 'Unexplained');
  expect(() => app.synth()).toThrow();
});
