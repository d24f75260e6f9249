export declare const SERVER_FOLDERS: readonly string[];
export declare const SERVER_FILES: readonly string[];
export declare const stampOf: (name: string) => string;
export declare const builtFile: (name: "main" | "cli") => string;
export declare const serverFile: (name: "main" | "cli") => string;
