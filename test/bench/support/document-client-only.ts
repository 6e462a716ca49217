import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** The least that any function of the service needs: the yardstick for bundle size and import time. */
export const handler = () => DynamoDBDocumentClient.from(new DynamoDBClient({}));
