import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { ROOT, sourceFiles } from "./imports.ts";

/** A regular expression as a file writes it. */
export interface Expression {
  readonly file: string;
  readonly line: number;
  readonly source: string;
  readonly flags: string;
}

/** One whose text is put together when the program runs: the call as it is written, in one line. */
export interface DynamicExpression {
  readonly file: string;
  readonly line: number;
  readonly call: string;
}

export interface Expressions {
  readonly constant: readonly Expression[];
  readonly dynamic: readonly DynamicExpression[];
}

/** What runs for people and strangers. */
const FOLDERS = ["contract", "formats", "server", "kits", "features", "apps"];
const ONLY_FOR_TESTS = /\.test\.tsx?$|\.fixture\.ts$|\/testing\//;
/** Methods of strings that make an expression of a string that they are given. */
const COMPILING = new Set(["match", "matchAll", "search"]);

/** All regular expressions of the program, as its syntax tree has them. */
export function expressionsOfProgram(): Expressions {
  const files = FOLDERS.flatMap(sourceFiles).filter((file) => !ONLY_FOR_TESTS.test(file));
  const found = files.map((file) => expressionsIn(file, readFileSync(join(ROOT, file), "utf8")));
  return {
    constant: found.flatMap(({ constant }) => constant),
    dynamic: found.flatMap(({ dynamic }) => dynamic),
  };
}

/** The part of a node of ESTree that matters here. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** @throws when the file is no TypeScript. */
export function expressionsIn(file: string, code: string): Expressions {
  const constant: Expression[] = [];
  const dynamic: DynamicExpression[] = [];
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`);
  const at = ({ start }: Node) => ({ file, line: code.slice(0, start).split("\n").length });
  const compiled = (node: Node, argument: Node | undefined, flags: string | null): void => {
    const source = argument === undefined ? "(?:)" : constantOf(argument);
    if (source !== null && flags !== null) constant.push({ ...at(node), source, flags });
    else {
      const call = code.slice(node.start, node.end).replaceAll(/\s+/g, " ");
      dynamic.push({ ...at(node), call });
    }
  };
  new Visitor({
    Literal(node) {
      if (!("regex" in node)) return;
      constant.push({ ...at(node), source: node.regex.pattern, flags: node.regex.flags });
    },
    NewExpression(node) {
      if (!isRegExp(node.callee)) return;
      const [source, flags] = node.arguments;
      compiled(node, source, flags === undefined ? "" : constantOf(flags));
    },
    CallExpression(node) {
      const {
        callee,
        arguments: [source, flags],
      } = node;
      if (isRegExp(callee)) compiled(node, source, flags === undefined ? "" : constantOf(flags));
      else if (
        callee.type === "MemberExpression" &&
        callee.property.type === "Identifier" &&
        COMPILING.has(callee.property.name) &&
        source !== undefined &&
        (constantOf(source) !== null || source.type === "TemplateLiteral")
      )
        compiled(node, source, "");
    },
  }).visit(program);
  return { constant, dynamic };
}

const isRegExp = (callee: Node): boolean =>
  callee.type === "Identifier" && (callee as { readonly name?: unknown }).name === "RegExp";

/** The text that an argument always is; null when it is put together. */
function constantOf(node: Node): string | null {
  const { value, quasis } = node as {
    readonly value?: unknown;
    readonly quasis?: readonly { readonly value: { readonly cooked: string } }[];
  };
  if (node.type === "Literal" && typeof value === "string") return value;
  return node.type === "TemplateLiteral" && quasis?.length === 1 ? quasis[0]!.value.cooked : null;
}
