import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from '../../components/controls.tsx';
import { Empty, Loaded } from '../../components/states.tsx';
import { Card } from '../../components/surfaces.tsx';

interface MadeListProps<Item> {
  readonly heading: string;
  /** What makes a further one, on the button that asks for it. */
  readonly create: string;
  readonly query: UseQueryResult<{ readonly data: readonly Item[] }>;
  /** About how high the list will be, in pixels. */
  readonly height: number;
  /** What to say while there is none: a heading, and what one is good for. */
  readonly none: readonly [heading: string, text: string];
  readonly row: (item: Item) => ReactNode;
  readonly creator: (onClose: () => void) => ReactNode;
}

/** A list of what the user has made, such as keys, with the dialog that makes a further one. */
export function MadeList<Item>(props: MadeListProps<Item>) {
  const { heading, create, query, height, none, row, creator } = props;
  const [isCreating, setCreating] = useState(false);
  return (
    <Card
      flush
      heading={heading}
      actions={
        <Button look="primary" small onClick={() => setCreating(true)}>
          {create}
        </Button>
      }
    >
      <Loaded query={query} height={height}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty heading={none[0]}>{none[1]}</Empty>
          ) : (
            <ul className="entries">{data.map(row)}</ul>
          )
        }
      </Loaded>
      {isCreating && creator(() => setCreating(false))}
    </Card>
  );
}
