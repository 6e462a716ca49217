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

/** Percent of the month's budget at which the operators are told, spent or foreseen. */
const BUDGET_PERCENT = 80;
export interface GuardsProps {
  readonly stage: Stage;
  readonly settings: Settings;
  readonly routes: readonly Route[];
}

/** What costs by the month and is the stage's choice: a rule against floods from one address, and a watch on the bill. */
export class Guards extends Construct {
  constructor(scope: Construct, id: string, props: GuardsProps) {
    super(scope, id);
    const { settings } = props;
    const { monthlyBudgetUsd, alarmEmail } = settings;
    // Behind a domain every address is the distribution's, and the web ACL stands before that.
    if (hasWaf(settings) && settings.domain === undefined) this.#limitSources(props);
    if (monthlyBudgetUsd !== undefined && alarmEmail !== undefined) {
      this.#watchBill(monthlyBudgetUsd, alarmEmail);
    }
  }

  #limitSources({ stage, settings, routes }: GuardsProps): void {
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
        notification: { notificationType, comparisonOperator: 'GREATER_THAN', threshold: BUDGET_PERCENT },
        subscribers,
      })),
    });
    nameResource(budget, 'Budget');
  }
}
