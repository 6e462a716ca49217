import { CfnResource } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/** Converts an id such as `strategies.list` to the prefix of a logical id, `StrategiesList`. */
export function toPascalCase(id: string): string {
  return id
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** Sets a readable logical id for a construct's resource. The CDK's default contains a path and a hash. */
export function nameResource(construct: IConstruct, logicalId: string): void {
  const resource = construct.node.defaultChild ?? construct;
  if (!CfnResource.isCfnResource(resource)) throw new Error(`${construct.node.path} has no resource to name`);
  resource.overrideLogicalId(logicalId);
}
