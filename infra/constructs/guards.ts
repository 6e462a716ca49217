import { Aws } from 'aws-cdk-lib';
import type { Stage } from 'aws-cdk-lib/aws-apigateway';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import type { Route } from '../../shared/platform/contract/route.ts';
import type { Settings } from '../context.ts';
import { hasWaf } from '../settings.ts';
import { nameResource } from './names.ts';
import { makeWebAcl } from './web-acl.ts';

/** Percentage of the monthly budget at which operators are notified of the actual or the forecast cost. */
const BUDGET_ALERT_PERCENT = 80;
export interface OptionalProtectionsProps {
  readonly stage: Stage;
  readonly settings: Settings;
  readonly routes: readonly Route[];
}

/** Optional protections with a monthly cost: a web ACL with rate rules per IP address, and a budget alert. */
export class OptionalProtections extends Construct {
  constructor(scope: Construct, id: string, props: OptionalProtectionsProps) {
    super(scope, id);
    const { settings } = props;
    const { monthlyBudgetUsd, alarmEmail } = settings;
    // A stage with a domain needs no web ACL here. All its requests come through the CloudFront distribution, which has
    // its own web ACL.
    if (hasWaf(settings) && settings.domain === undefined) this.#limitSources(props);
    if (monthlyBudgetUsd !== undefined && alarmEmail !== undefined) {
      this.#watchBill(monthlyBudgetUsd, alarmEmail);
    }
  }

  #limitSources({ stage, settings, routes }: OptionalProtectionsProps): void {
    const acl = makeWebAcl(this, { scope: 'REGIONAL', settings, routes });
    const link = new CfnWebACLAssociation(this, 'WebAclLink', {
      webAclArn: acl.attrArn,
      resourceArn: stage.stageArn,
    });
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
        notification: {
          notificationType,
          comparisonOperator: 'GREATER_THAN',
          threshold: BUDGET_ALERT_PERCENT,
        },
        subscribers,
      })),
    });
    nameResource(budget, 'Budget');
  }
}
