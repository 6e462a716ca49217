import { Alarm, type AlarmProps, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { Settings } from '../../context.ts';
import { nameResource } from '../names.ts';
import { buildAlarmRules } from './alarm-rules.ts';
import type { MonitoredResources, Rule } from './rule.ts';

export interface AlarmsProps extends MonitoredResources {
  /**
   * Email address and SNS topic that receive the alarms. If both are undefined, an alarm only changes its state
   * in CloudWatch.
   */
  readonly settings: Pick<Settings, 'alarmEmail' | 'alarmTopicArn'>;
}

export class Alarms extends Construct {
  readonly alarms: Alarm[] = [];

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    for (const [name, rule] of Object.entries(buildAlarmRules(props))) {
      this.#add(name, rule);
    }
    const { alarmEmail, alarmTopicArn } = props.settings;
    if (alarmEmail !== undefined) this.#mailTo(alarmEmail);
    if (alarmTopicArn !== undefined) this.#tell(Topic.fromTopicArn(this, 'Given', alarmTopicArn));
  }

  #add(name: string, { metric, description, above, periods = 1, whenMissing }: Rule): void {
    const options: AlarmProps = {
      metric,
      alarmDescription: description,
      threshold: above,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      evaluationPeriods: periods,
      treatMissingData: whenMissing ?? TreatMissingData.NOT_BREACHING,
    };
    const alarm = new Alarm(this, name, options);
    nameResource(alarm, `${name}Alarm`);
    this.alarms.push(alarm);
  }

  #mailTo(email: string): void {
    const topic = new Topic(this, 'Topic', { enforceSSL: true });
    topic.addSubscription(new EmailSubscription(email));
    nameResource(topic, 'AlarmTopic');
    this.#tell(topic);
  }

  #tell(topic: ITopic): void {
    for (const alarm of this.alarms) {
      alarm.addAlarmAction(new SnsAction(topic));
      alarm.addOkAction(new SnsAction(topic));
    }
  }
}
