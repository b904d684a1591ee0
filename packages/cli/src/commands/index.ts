import type { CommandClass } from "clipanion";
import type { CommandContext } from "../context/cli-context.ts";
import { AdoptCommand } from "./adopt-command.ts";
import { ApplyCommand } from "./apply-command.ts";
import { ApplyDescriptionCommand } from "./apply-description-command.ts";
import { ArchiveCommand } from "./archive-command.ts";
import { BackupCommand } from "./backup-command.ts";
import { CompletionCommand } from "./completion-command.ts";
import { DisownCommand } from "./disown-command.ts";
import { DoctorCommand } from "./doctor-command.ts";
import { ExplainCommand } from "./explain-command.ts";
import { FeedbackCommand } from "./feedback-command.ts";
import { GapsCommand } from "./gaps-command.ts";
import { HistoryCommand } from "./history-command.ts";
import { HookCommand } from "./hook-command.ts";
import { ImportCommand } from "./import-command.ts";
import { InitCommand } from "./init-command.ts";
import { LifecycleCommand } from "./lifecycle-command.ts";
import { MatchCommand } from "./match-command.ts";
import { McpCommand } from "./mcp-command.ts";
import { PauseCommand } from "./pause-command.ts";
import { PinCommand } from "./pin-command.ts";
import { PromoteCommand } from "./promote-command.ts";
import { ReindexCommand } from "./reindex-command.ts";
import { RestoreBackupCommand } from "./restore-backup-command.ts";
import { RestoreCommand } from "./restore-command.ts";
import { ResumeCommand } from "./resume-command.ts";
import { RunCommand } from "./run-command.ts";
import { ScheduleCommand } from "./schedule-command.ts";
import { ScoutCommand } from "./scout-command.ts";
import { ServeCommand } from "./serve-command.ts";
import { StatusCommand } from "./status-command.ts";
import { UndoCommand } from "./undo-command.ts";
import { UnpinCommand } from "./unpin-command.ts";

/** Every command of the program, in the order of the help. */
export const COMMANDS: readonly CommandClass<CommandContext>[] = [
  RunCommand,
  ApplyCommand,
  UndoCommand,
  PauseCommand,
  ResumeCommand,
  StatusCommand,
  ExplainCommand,
  HistoryCommand,
  DoctorCommand,
  BackupCommand,
  RestoreBackupCommand,
  ServeCommand,
  PinCommand,
  UnpinCommand,
  AdoptCommand,
  DisownCommand,
  ApplyDescriptionCommand,
  ArchiveCommand,
  RestoreCommand,
  PromoteCommand,
  MatchCommand,
  FeedbackCommand,
  GapsCommand,
  LifecycleCommand,
  ReindexCommand,
  ScoutCommand,
  McpCommand,
  InitCommand,
  HookCommand,
  ImportCommand,
  ScheduleCommand,
  CompletionCommand,
];
