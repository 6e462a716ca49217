import * as z from 'zod';
import { type ParsedResource, type ResolvedResource, resourcesOfType } from '../template/stacks.ts';

const keySchema = z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) }));

const projectionSchema = z.looseObject({
  ProjectionType: z.enum(['ALL', 'KEYS_ONLY', 'INCLUDE']).default('ALL'),
  NonKeyAttributes: z.array(z.string()).optional(),
});

/** Properties that `AWS::DynamoDB::Table` and `GlobalTable` share and that a local table supports. */
const tablePropertiesSchema = z.looseObject({
  KeySchema: keySchema,
  AttributeDefinitions: z.array(
    z.object({ AttributeName: z.string(), AttributeType: z.enum(['S', 'N', 'B']) }),
  ),
  GlobalSecondaryIndexes: z
    .array(z.looseObject({ IndexName: z.string(), KeySchema: keySchema, Projection: projectionSchema }))
    .default([]),
  LocalSecondaryIndexes: z
    .array(z.looseObject({ IndexName: z.string(), KeySchema: keySchema, Projection: projectionSchema }))
    .default([]),
  StreamSpecification: z
    .looseObject({ StreamViewType: z.enum(['NEW_IMAGE', 'OLD_IMAGE', 'NEW_AND_OLD_IMAGES', 'KEYS_ONLY']) })
    .optional(),
  TimeToLiveSpecification: z
    .looseObject({ AttributeName: z.string(), Enabled: z.union([z.boolean(), z.stringbool()]) })
    .optional(),
});

export type TableResource = ParsedResource<z.output<typeof tablePropertiesSchema>>;

export function readTables(resources: readonly ResolvedResource[]): TableResource[] {
  return resourcesOfType(
    resources,
    ['AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable'],
    tablePropertiesSchema,
  );
}
