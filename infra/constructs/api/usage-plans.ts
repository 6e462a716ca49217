import { Aws, Fn, Stack, Validations } from 'aws-cdk-lib';
import { CfnApiKey, CfnUsagePlan, CfnUsagePlanKey, type SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { GATEWAY_LIMIT_FACTOR } from '../../../shared/access/gateway.ts';
import { PLAN_LIMITS, PLANS } from '../../../shared/platform/contract/plans.ts';
import type { Settings } from '../../context.ts';
import { toPascalCase } from '../names.ts';

interface Limits {
  readonly requestsPerMinute: number;
  readonly burst: number;
}

/**
 * Returns the value of the gateway key of the usage plan `overflow`. All accounts without their own gateway key share
 * it. It is no secret, because a gateway key alone gives no access.
 */
export function createOverflowKeyValue(): string {
  // The last part of the stack's id is random and does not change during the stack's life.
  return Fn.join('-', ['overflow', Fn.select(2, Fn.split('/', Aws.STACK_ID))]);
}

/**
 * API Gateway's usage plans. They allow more requests than the service's own rate limit, so that API Gateway rejects
 * only floods. All accounts without their own gateway key share the key of the plan `overflow`.
 */
export class UsagePlans extends Construct {
  /** JSON that `gatewayPlansSchema` parses: the API's id, and its usage plans with their limits. */
  readonly plansJson: string;
  readonly #restApi: SpecRestApi;
  readonly #limited: CfnUsagePlan[] = [];

  constructor(
    scope: Construct,
    id: string,
    props: { readonly restApi: SpecRestApi; readonly settings: Settings },
  ) {
    super(scope, id);
    this.#restApi = props.restApi;
    const plansWithLimits = PLANS.map((plan) => this.#limitedPlan(plan, PLAN_LIMITS[plan]));
    for (const [customer, customerLimits] of Object.entries(props.settings.enterprise)) {
      plansWithLimits.push(this.#limitedPlan(`enterprise-${customer}`, customerLimits));
    }
    this.plansJson = Stack.of(this).toJsonString({ apiId: this.#restApi.restApiId, plans: plansWithLimits });
    this.#addOverflow();
  }

  #plan(name: string, throttle?: CfnUsagePlan.ThrottleSettingsProperty): CfnUsagePlan {
    const plan = new CfnUsagePlan(this, name, {
      usagePlanName: `${Aws.STACK_NAME}-${name}`,
      apiStages: [{ apiId: this.#restApi.restApiId, stage: this.#restApi.deploymentStage.stageName }],
      ...(throttle === undefined ? {} : { throttle }),
    });
    plan.overrideLogicalId(`${toPascalCase(name)}UsagePlan`);
    return plan;
  }

  #limitedPlan(name: string, { requestsPerMinute, burst }: Limits) {
    const plan = this.#plan(name, {
      rateLimit: (GATEWAY_LIMIT_FACTOR * requestsPerMinute) / 60,
      burstLimit: GATEWAY_LIMIT_FACTOR * burst,
    });
    this.#limited.push(plan);
    return { name, usagePlanId: plan.ref, requestsPerMinute, burst };
  }

  #addOverflow(): void {
    const plan = this.#plan('overflow');
    const key = new CfnApiKey(this, 'OverflowKey', {
      enabled: true,
      value: createOverflowKeyValue(),
      description: 'Used for accounts that have no gateway key of their own yet',
    });
    const link = new CfnUsagePlanKey(this, 'OverflowLink', {
      keyId: key.ref,
      keyType: 'API_KEY',
      usagePlanId: plan.ref,
    });
    key.overrideLogicalId('OverflowApiKey');
    link.overrideLogicalId('OverflowUsagePlanKey');
  }

  /** Returns the permissions of the job that manages gateway keys. */
  controlPlaneStatements(): PolicyStatement[] {
    const root = `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}::`;
    return [
      new PolicyStatement({
        actions: ['apigateway:GET', 'apigateway:POST'],
        resources: [`${root}/apikeys`],
      }),
      new PolicyStatement({
        actions: ['apigateway:GET', 'apigateway:POST'],
        resources: this.#limited.map((plan) => `${root}/usageplans/${plan.ref}/keys`),
      }),
      new PolicyStatement({ actions: ['apigateway:DELETE'], resources: [`${root}/apikeys/*`] }),
    ];
  }

  static acknowledgeControlPlane(role: Role): void {
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:apigateway:<AWS::Region>::/apikeys/*]',
      reason: 'API Gateway gives keys their ids when they are made, long after this permission.',
    });
  }
}
