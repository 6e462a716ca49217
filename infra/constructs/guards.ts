import { Aws } from 'aws-cdk-lib';
import type { Stage } from 'aws-cdk-lib/aws-apigateway';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { ERRORS } from '../../shared/platform/contract/errors.ts';
import type { Settings } from '../context.ts';
import { nameResource } from './names.ts';

/** Percent of the month's budget at which the operators are told, spent or foreseen. */
const BUDGET_PERCENT = 80;
/** In which the requests of an address are counted. */
const WINDOW_SECONDS = 300;
const REFUSAL = 'rate_limit_exceeded';

/** What the firewall answers by itself, in the service's envelope. */
function refusalText(): string {
  return JSON.stringify({ success: false, error: { code: REFUSAL, message: ERRORS[REFUSAL].message } });
}

/** What costs by the month and is the stage's choice: a rule against floods from one address, and a watch on the bill. */
export class Guards extends Construct {
  constructor(scope: Construct, id: string, props: { readonly stage: Stage; readonly settings: Settings }) {
    super(scope, id);
    const { wafRequestsPerFiveMinutes, monthlyBudgetUsd, alarmEmail } = props.settings;
    if (wafRequestsPerFiveMinutes !== undefined) this.#limitSources(wafRequestsPerFiveMinutes, props.stage);
    if (monthlyBudgetUsd !== undefined && alarmEmail !== undefined) {
      this.#watchBill(monthlyBudgetUsd, alarmEmail);
    }
  }

  #limitSources(limit: number, stage: Stage): void {
    const visibilityConfig = (metricName: string) => ({
      cloudWatchMetricsEnabled: true,
      metricName,
      sampledRequestsEnabled: false,
    });
    const acl = new CfnWebACL(this, 'WebAcl', {
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      customResponseBodies: {
        [REFUSAL]: { contentType: 'APPLICATION_JSON', content: refusalText() },
      },
      visibilityConfig: visibilityConfig('All'),
      rules: [
        {
          name: 'Flood',
          priority: 0,
          action: {
            block: {
              customResponse: {
                responseCode: ERRORS[REFUSAL].status,
                customResponseBodyKey: REFUSAL,
                responseHeaders: [{ name: 'Retry-After', value: String(WINDOW_SECONDS) }],
              },
            },
          },
          statement: {
            rateBasedStatement: { limit, aggregateKeyType: 'IP', evaluationWindowSec: WINDOW_SECONDS },
          },
          visibilityConfig: visibilityConfig('Flood'),
        },
      ],
    });
    const link = new CfnWebACLAssociation(this, 'WebAclLink', {
      webAclArn: acl.attrArn,
      resourceArn: stage.stageArn,
    });
    nameResource(acl, 'WebAcl');
    nameResource(link, 'WebAclLink');
  }

  #watchBill(amount: number, email: string): void {
    const subscribers = [{ subscriptionType: 'EMAIL', address: email }];
    const budget = new CfnBudget(this, 'Budget', {
      budget: {
        budgetName: Aws.STACK_NAME,
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount, unit: 'USD' },
      },
      notificationsWithSubscribers: ['ACTUAL', 'FORECASTED'].map((notificationType) => ({
        notification: { notificationType, comparisonOperator: 'GREATER_THAN', threshold: BUDGET_PERCENT },
        subscribers,
      })),
    });
    nameResource(budget, 'Budget');
  }
}
