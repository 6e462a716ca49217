import { Fn } from 'aws-cdk-lib';
import { ManagedPolicy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnFunction, type IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { nameResource } from '../names.ts';

/**
 * Maximum number of functions per IAM policy. A policy may have 6,144 characters, and the ARN of a function
 * has at most 140.
 */
const FUNCTIONS_PER_POLICY = 40;

/** The IAM role with which API Gateway invokes all functions, instead of a Lambda permission for each function. */
export class InvocationRole extends Construct {
  readonly arn: string;

  constructor(scope: Construct, id: string, invokedFunctions: readonly IFunction[]) {
    super(scope, id);
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('apigateway.amazonaws.com') });
    nameResource(role, 'InvocationRole');
    this.arn = role.roleArn;
    for (let start = 0; start < invokedFunctions.length; start += FUNCTIONS_PER_POLICY) {
      const resources = invokedFunctions
        .slice(start, start + FUNCTIONS_PER_POLICY)
        .map(({ functionArn }) => functionArn);
      const policy = new ManagedPolicy(this, `Policy${start}`, {
        statements: [new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources })],
        roles: [role],
      });
      nameResource(policy, `InvocationPolicy${start / FUNCTIONS_PER_POLICY + 1}`);
    }
  }

  /**
   * Returns the URI that API Gateway calls to invoke a function. Uses Fn::Sub, because Fn::Join would make the
   * template longer.
   */
  uriOf(lambda: IFunction): string {
    const resource = lambda.node.defaultChild;
    if (!CfnFunction.isCfnFunction(resource)) throw new Error(`${lambda.node.path} is no function`);
    const invocationArnPrefix = `arn:\${AWS::Partition}:apigateway:\${AWS::Region}:lambda:path/2015-03-31/functions`;
    return Fn.sub(`${invocationArnPrefix}/\${${resource.logicalId}.Arn}/invocations`);
  }
}
