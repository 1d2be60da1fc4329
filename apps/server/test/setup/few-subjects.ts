// A file of its own: vitest evaluates setup files again for each test file, and what it imports only once.
import '../harness/default-subjects.ts'
