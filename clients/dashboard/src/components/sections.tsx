import type { ReactNode } from 'react';
import { Link } from '../routing/link.tsx';
import { PageHead } from './surfaces.tsx';

/** One tab of a page: the last segment of its URL path, its name, and its content. */
export type Section = readonly [path: string, text: string, element: ReactNode];

interface SectionsProps {
  readonly name: string;
  readonly lead: string;
  /** The base path. The segment of each tab is appended to it. */
  readonly base: string;
  readonly sections: readonly Section[];
  /** The segment in the current path. If no tab has this segment, the first tab is shown. */
  readonly section: string;
}

export function Sections({ name, lead, base, sections, section }: SectionsProps) {
  const [currentPath, heading, pageElement] =
    sections.find(([path]) => path === section) ?? sections[0] ?? [];
  return (
    <>
      <PageHead
        heading={
          <>
            {name} <span className="hidden-visually">{heading}</span>
          </>
        }
        lead={lead}
      />
      <nav className="subnav" aria-label={name}>
        {sections.map(([path, text]) => (
          <Link key={path} to={`${base}/${path}`} aria-current={path === currentPath ? 'page' : undefined}>
            {text}
          </Link>
        ))}
      </nav>
      {pageElement}
    </>
  );
}
