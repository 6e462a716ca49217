import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, BillingMode, StreamViewType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { TABLE } from '../../shared/repositories/table.ts';
import { nameResource } from './names.ts';

const text = (name: string) => ({ name, type: AttributeType.STRING });

/** The one table, built from the keys and indexes that the repositories use, and hard to lose. */
export class PlatformTable extends Construct {
  readonly table: Table;
  readonly indexNames: readonly string[] = Object.keys(TABLE.indexes);

  constructor(scope: Construct, id: string, props: { readonly tableName: string | undefined }) {
    super(scope, id);
    this.table = new Table(this, 'Table', {
      ...(props.tableName === undefined ? {} : { tableName: props.tableName }),
      partitionKey: text(TABLE.partitionKey),
      sortKey: text(TABLE.sortKey),
      timeToLiveAttribute: TABLE.ttlAttribute,
      stream: StreamViewType[TABLE.stream],
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    for (const [indexName, index] of Object.entries(TABLE.indexes)) {
      this.table.addGlobalSecondaryIndex({
        indexName,
        partitionKey: text(index.partitionKey),
        sortKey: text(index.sortKey),
      });
    }
    nameResource(this.table, 'Table');
  }
}
