/** @jsxImportSource hono/jsx */
import { Command } from "./command.tsx";

interface EmptyStateProps {
  readonly what: string;
  readonly hint: string;
  readonly command?: string;
}

/** What stands where there is nothing yet: why, and the exact command that changes it. */
export function EmptyState({ what, hint, command }: EmptyStateProps) {
  return (
    <div class="empty">
      <p class="empty-what">{what}</p>
      <p>{hint}</p>
      {command !== undefined && (
        <p>
          <Command line={command} />
        </p>
      )}
    </div>
  );
}
