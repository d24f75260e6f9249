import { StartError } from "../platform/start-error.ts";

/** Turns a port that is taken into a sentence that says what to change. */
export async function listening<T>(
  attempt: Promise<T>,
  variable: string,
  port: number,
): Promise<T> {
  try {
    return await attempt;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE")
      throw new StartError(`Port ${port} is taken by another program; set ${variable} to another.`);
    if (code === "EACCES")
      throw new StartError(
        `Port ${port} is not allowed to this user; set ${variable} to one from 1024 on.`,
      );
    throw error;
  }
}
