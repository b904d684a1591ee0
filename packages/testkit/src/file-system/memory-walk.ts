import { FileSystemError, type FileSystemErrorKind } from "@metis-curate/core";
import { type MemoryDirectory, type MemoryNode, SEARCH_BIT } from "./memory-node.ts";

/** As on Linux: links followed in one lookup, bytes of one name, bytes of one path. */
const LINKS_MAX = 40;
const NAME_MAX_BYTES = 255;
const PATH_MAX_BYTES = 4_095;

/** Where a path leads: `node` is absent when only its last name is missing; `name` is "" for the root. */
export interface Place {
  readonly parent: MemoryDirectory;
  readonly name: string;
  readonly node: MemoryNode | undefined;
  /** Without links, `.` and `..`. */
  readonly path: string;
}

interface Step {
  readonly directory: MemoryDirectory;
  readonly name: string;
}

/** One lookup of one operation, as a user whom permission bits bind unless `privileged`. */
export class PathWalk {
  private readonly root: MemoryDirectory;
  private readonly privileged: boolean;
  private readonly operation: string;
  private readonly path: string;
  private linksFollowed = 0;

  constructor(root: MemoryDirectory, privileged: boolean, operation: string, path: string) {
    this.root = root;
    this.privileged = privileged;
    this.operation = operation;
    this.path = path;
  }

  fail(kind: FileSystemErrorKind): never {
    throw new FileSystemError(kind, this.operation, this.path);
  }

  require(node: MemoryNode, bit: number): void {
    if (!this.privileged && (node.mode & bit) === 0) this.fail("permission-denied");
  }

  /** Throws `not-found`, `not-a-directory`, `permission-denied`, `link-loop` or `name-too-long`. */
  locate(followLast: boolean): Place {
    if (!this.path.startsWith("/") || this.path.includes("\0")) this.fail("io");
    if (Buffer.byteLength(this.path) > PATH_MAX_BYTES) this.fail("name-too-long");
    return this.follow(this.path, [], followLast);
  }

  /** The node a path leads to; throws `not-found` when there is none. */
  getNode(followLast: boolean): MemoryNode {
    const place = this.locate(followLast);
    return place.node ?? this.fail("not-found");
  }

  private follow(path: string, from: readonly Step[], followLast: boolean): Place {
    let steps: readonly Step[] = path.startsWith("/") ? [] : from;
    const names = path.split("/").filter((name) => name !== "" && name !== ".");
    for (const [index, name] of names.entries()) {
      const last = index === names.length - 1;
      if (name === "..") {
        this.require(this.top(steps), SEARCH_BIT);
        steps = steps.slice(0, -1);
        continue;
      }
      const node = this.lookUp(this.top(steps), name);
      if (node === undefined) {
        if (!last) this.fail("not-found");
        return this.place(steps, name, node);
      }
      if (node.kind === "link" && (!last || followLast)) {
        const place = this.followLink(node.target, steps);
        if (last) return place;
        steps = this.descend(place.node ?? this.fail("not-found"), place);
        continue;
      }
      if (last) return this.place(steps, name, node);
      steps = this.enter(steps, name, node);
    }
    return this.placeOf(steps);
  }

  private followLink(target: string, steps: readonly Step[]): Place {
    this.linksFollowed += 1;
    if (this.linksFollowed > LINKS_MAX) this.fail("link-loop");
    return this.follow(target, steps, true);
  }

  private enter(steps: readonly Step[], name: string, node: MemoryNode): readonly Step[] {
    if (node.kind !== "directory") this.fail("not-a-directory");
    return [...steps, { directory: node, name }];
  }

  private descend(node: MemoryNode, place: Place): readonly Step[] {
    if (node.kind !== "directory") this.fail("not-a-directory");
    return this.stepsTo(place.path);
  }

  private stepsTo(realPath: string): readonly Step[] {
    const steps: Step[] = [];
    let directory = this.root;
    for (const name of realPath.split("/").filter((part) => part !== "")) {
      const node = directory.entries.get(name);
      if (node?.kind !== "directory") this.fail("not-a-directory");
      steps.push({ directory: node, name });
      directory = node;
    }
    return steps;
  }

  private lookUp(directory: MemoryDirectory, name: string): MemoryNode | undefined {
    this.require(directory, SEARCH_BIT);
    if (Buffer.byteLength(name) > NAME_MAX_BYTES) this.fail("name-too-long");
    return directory.entries.get(name);
  }

  private top(steps: readonly Step[]): MemoryDirectory {
    return steps.at(-1)?.directory ?? this.root;
  }

  private place(steps: readonly Step[], name: string, node: MemoryNode | undefined): Place {
    const path = `/${[...steps.map((step) => step.name), name].join("/")}`;
    return { parent: this.top(steps), name, node, path };
  }

  private placeOf(steps: readonly Step[]): Place {
    const last = steps.at(-1);
    if (last === undefined) return { parent: this.root, name: "", node: this.root, path: "/" };
    return this.place(steps.slice(0, -1), last.name, last.directory);
  }
}
