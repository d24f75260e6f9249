import type { Endpoint } from "@atrium/contract/api/index";
import type { PasswordAgain } from "@atrium/contract/api/security";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { ZodType } from "zod";
import { refuse, type Actor } from "../../engine/index.ts";
import type { Client, SignedIn } from "../../features/accounts/index.ts";
import { limitStatements, onBehalfOf } from "../../platform/db/index.ts";
import { clientOf, type Identify } from "./identify.ts";
import { ACCOUNT_REFUSALS } from "../../features/accounts/index.ts";

/**
 * Who may call a route: anybody, who is signed in (`enrolling`: also who must set up a second factor before anything
 * else), or whose actor passes a rule of the policy.
 */
export type Access = "anyone" | "enrolling" | "signed-in" | ((actor: Actor) => boolean);

interface Call<A extends Access, Body> {
  readonly body: Body;
  /** The `:name` parts of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly signedIn: A extends "anyone" ? SignedIn | null : SignedIn;
  readonly client: Client;
  readonly reply: FastifyReply;
}

/**
 * What has to be shown again of who it is: `given`, with the body; `recent`, not long ago in this session (401
 * `proofRequired`).
 */
type Proof<Body> = [Body] extends [PasswordAgain] ? "given" : "none" | "recent";

/**
 * What a route is besides its endpoint. `body` is required wherever the endpoint has one, and `proof` wherever someone
 * is signed in, so that no route forgets to ask itself.
 */
type RouteOptions<A extends Access, Body, Answer> = {
  readonly access: A;
  handle(call: Call<A, Body>): Promise<Answer>;
} & ([Body] extends [undefined]
  ? { readonly body?: undefined }
  : { readonly body: ZodType<Body> }) &
  (A extends "anyone" ? { readonly proof?: undefined } : { readonly proof: Proof<Body> });

export type Route = <A extends Access, Body, Answer>(
  endpoint: Endpoint<Body, Answer>,
  options: RouteOptions<A, Body, Answer>,
) => void;

/**
 * Ties routes of the contract to their handlers: access first, then the body's shape, then the work.
 * @param wantProof refuses who has not proved for too long who they are.
 * @param statementTime how long one statement of it may take, in milliseconds; 0: any time.
 */
export function createRoute(
  app: FastifyInstance,
  identify: Identify,
  wantProof: (signedIn: SignedIn) => void,
  statementTime: number,
): Route {
  return ({ method, path }, options) => {
    const { access, proof, body: schema } = options;
    app.route({
      method,
      url: path,
      handler: async (request, reply) => {
        const isOpen = access === "anyone" || access === "enrolling";
        const signedIn = await (isOpen ? identify.anySession(request) : identify.session(request));
        if (access !== "anyone") {
          if (signedIn === null) return refuse(ACCOUNT_REFUSALS.notSignedIn);
          if (typeof access === "function" && !access(signedIn.actor)) return refuse("forbidden");
          if (proof === "recent") wantProof(signedIn);
        }
        const params = request.params as Readonly<Record<string, string>>;
        // No id has NUL in it, and PostgreSQL takes no text that has.
        if (Object.values(params).some((value) => value.includes("\0"))) refuse("notFound");
        const given = method === "GET" ? request.query : request.body;
        const call = {
          body: schema === undefined ? undefined : parse(schema, given),
          params,
          signedIn,
          client: clientOf(request),
          reply,
        } as Call<typeof access, never>;
        const handle = () => limitStatements(statementTime, () => options.handle(call));
        const personId = signedIn?.actor.personId;
        const answer = await (personId === undefined ? handle() : onBehalfOf(personId, handle));
        return answer === undefined ? reply.code(204).send() : reply.send(answer);
      },
    });
  };
}

function parse<Body>(schema: ZodType<Body>, given: unknown): Body {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const properties = result.error.issues.map(({ path }) => path.join("."));
  return refuse("invalid", `not valid: ${properties.join(", ") || "body"}`, { properties });
}
