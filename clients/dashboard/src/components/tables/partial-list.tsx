import { formatCount } from '../../design/format.ts';

interface PartialListProps {
  readonly shown: number;
  /** Number of items that the API has. */
  readonly total: number;
  /** What one item is, in the singular, such as "position". */
  readonly item: string;
  /** A sentence that says where the user finds all items. */
  readonly remedy: string;
}

/** States how many items a list leaves out. Shows nothing if the list is complete. */
export function PartialListNote({ shown, total, item, remedy }: PartialListProps) {
  if (shown >= total) return null;
  return (
    <p className="more soft small">
      The list shows the first {shown} of {formatCount(total, item)}. {remedy}
    </p>
  );
}
