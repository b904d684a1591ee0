/** @jsxImportSource hono/jsx */
import { EmptyState } from "../components/empty-state.tsx";
import { Page } from "../components/page.tsx";
import { Line } from "../components/text.tsx";
import type { View } from "../view.ts";

interface MessagePageProps {
  readonly view: View;
  readonly title: string;
  /** What is wrong. */
  readonly what: string;
  readonly hint: string;
  readonly command: string;
}

/** A page that has nothing to show, and says what to do about it. */
export function MessagePage({ view, title, what, hint, command }: MessagePageProps) {
  return (
    <Page view={view} title={title} current="none">
      <header class="headline">
        <h1>{title}</h1>
        <p class="lede">
          <Line text={what} />
        </p>
      </header>
      <EmptyState what="What to do" hint={hint} command={command} />
    </Page>
  );
}
