import { memorySkillIndex, skillIndexContract } from "../../src/index.ts";

skillIndexContract("memorySkillIndex", () => ({ index: memorySkillIndex(), dispose: () => {} }));
