import type { Project } from '@pianzhang/contract/projects'
import { Fact, Facts } from '../../ui/page/record/Facts.tsx'
import { formatMinute } from '../../ui/time.ts'
import { periodOf } from './period.ts'

/** 项目信息: what a project is, read-only. */
export const ProjectFacts = ({ project }: { project: Project }) => (
  <Facts>
    <Fact name="项目名称" value={project.name} />
    <Fact name="导演" value={project.director} />
    <Fact name="主演" value={project.main_character} />
    <Fact name="拍摄周期" value={periodOf(project)} />
    <Fact name="创建人" value={project.creator.name} />
    <Fact name="创建时间" value={formatMinute(project.created_at)} />
    <Fact wide name="故事梗概" value={project.desc} />
  </Facts>
)
