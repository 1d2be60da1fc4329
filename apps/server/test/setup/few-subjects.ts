// vitest evaluates a setup file again for each test file, but what it imports once a worker, and the list is to be shortened once.
import '../harness/default-subjects.ts'
