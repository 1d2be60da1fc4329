import { BarChart, PieChart } from 'echarts/charts'
import { GridSimpleComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'

// Only what our charts are made of: the whole of ECharts would be three times as much, and its tooltip is 20 KB for a few lines of ours.
use([BarChart, PieChart, GridSimpleComponent, CanvasRenderer])

export { init }
