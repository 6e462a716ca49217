import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, BillingMode, StreamViewType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { TABLE } from '../../shared/platform/dynamodb/table.ts';
import { nameResource } from './names.ts';

const text = (name: string) => ({ name, type: AttributeType.STRING });

export interface PlatformTableProps {
  readonly tableName?: string | undefined;
  /** Whether the DynamoDB table is protected against deletion, and kept when the stack is deleted. */
  readonly retainData: boolean;
}

export class PlatformTable extends Construct {
  readonly table: Table;

  constructor(scope: Construct, id: string, props: PlatformTableProps) {
    super(scope, id);
    this.table = new Table(this, 'Table', {
      ...(props.tableName === undefined ? {} : { tableName: props.tableName }),
      partitionKey: text(TABLE.partitionKey),
      sortKey: text(TABLE.sortKey),
      timeToLiveAttribute: TABLE.ttlAttribute,
      stream: StreamViewType[TABLE.stream],
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: props.retainData,
      // With RETAIN_ON_UPDATE_OR_DELETE, CloudFormation deletes the new table if the first deployment fails. Therefore
      // the deployment can be repeated.
      removalPolicy: props.retainData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
    });
    nameResource(this.table, 'Table');
  }
}
