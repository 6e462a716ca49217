import { CfnResource } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/** `strategies.list` -> `StrategiesList`: an id as the beginning of a logical id. */
export function pascalCase(id: string): string {
  return id
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** Gives the resource behind a construct a readable logical id, instead of one with a path and a hash. */
export function nameResource(construct: IConstruct, logicalId: string): void {
  const resource = construct.node.defaultChild ?? construct;
  if (!CfnResource.isCfnResource(resource)) throw new Error(`${construct.node.path} has no resource to name`);
  resource.overrideLogicalId(logicalId);
}
