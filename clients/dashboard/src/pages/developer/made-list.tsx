import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from '../../components/controls.tsx';
import { CopyCurlButton } from '../../components/curl.tsx';
import { EmptyState, QueryResult } from '../../components/states.tsx';
import { Card } from '../../components/surfaces.tsx';

interface CreatedItemListProps<Item> {
  readonly heading: string;
  readonly create: string;
  /** The path of the list request that the user can copy as a curl command. */
  readonly path: string;
  readonly query: UseQueryResult<{ readonly data: readonly Item[] }>;
  /** The expected height of the list in pixels. */
  readonly height: number;
  /** The heading and text to show if the list is empty. The text says what the items are for. */
  readonly none: readonly [heading: string, text: string];
  readonly row: (item: Item) => ReactNode;
  readonly creator: (onClose: () => void) => ReactNode;
}

export function CreatedItemList<Item>(props: CreatedItemListProps<Item>) {
  const { heading, create, path, query, height, none, row, creator } = props;
  const [isCreatorOpen, setCreatorOpen] = useState(false);
  return (
    <Card
      flush
      heading={heading}
      actions={
        <span className="row">
          <CopyCurlButton path={path} />
          <Button look="primary" small onClick={() => setCreatorOpen(true)}>
            {create}
          </Button>
        </span>
      }
    >
      <QueryResult query={query} height={height}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState heading={none[0]}>{none[1]}</EmptyState>
          ) : (
            <ul className="entries">{data.map(row)}</ul>
          )
        }
      </QueryResult>
      {isCreatorOpen && creator(() => setCreatorOpen(false))}
    </Card>
  );
}
